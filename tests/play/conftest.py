"""Runs `catanlab play` and `replay` at a terminal that a test made, in a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from catanlab.cli import play, replay
from catanlab.cli.main import main
from catanlab.cli.terminal.terminal import Terminal

Run = Callable[..., int]


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that runs a command line at a terminal, or at none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda number: None)  # no test pulls the plug, and disks are slow

    def run(terminal: Terminal | None, *words: str) -> int:
        monkeypatch.setattr(play, "find_terminal", lambda: terminal)
        monkeypatch.setattr(replay, "find_terminal", lambda: terminal)
        return main(words)

    return run

"""A way to run `catanlab play` with a desk of the test's making, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from catanlab.cli import play, replay
from catanlab.cli.main import main
from catanlab.cli.terminal.desk import Desk

Run = Callable[..., int]


@pytest.fixture
def at_desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that runs a command line at a desk."""
    monkeypatch.chdir(tmp_path)

    def run(desk: Desk | None, *words: str) -> int:
        monkeypatch.setattr(play, "find_desk", lambda: desk)
        monkeypatch.setattr(replay, "find_desk", lambda: desk)
        return main(words)

    return run

"""Dice and cards that a test chooses: what `arranged_server` plays next."""

from __future__ import annotations

from itertools import count
from pathlib import Path


class Outcomes:
    """The outcomes to come, by their text such as `dice 8`, in a folder that the server reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "outcomes"
        self._drafts = folder / "drafts"
        self._numbers = count()
        self.folder.mkdir()
        self._drafts.mkdir()

    def plan(self, *texts: str) -> None:
        """Let these outcomes happen, each as soon as it can, after those that were planned before."""
        for text in texts:
            name = f"{next(self._numbers):04}"
            draft = self._drafts / name
            draft.write_text(text)
            draft.rename(self.folder / name)  # the server never reads half a file

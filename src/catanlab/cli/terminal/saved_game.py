"""The file of a game that is being played: it is written anew after each move, so that no move is lost."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from catanlab.table.record import Record


def program() -> str:
    """Return how to start this program: by its name if the shell finds it, else by its path."""
    path = Path(sys.argv[0])
    if path.name != "catanlab" or shutil.which("catanlab"):
        return "catanlab"
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


class SavedGame:
    """A record and its file.

    With `new` the file is made by the first `save`, and never replaces another: if there is one of this
    name, a number is added to it. Where the file cannot be written, one in the folder for temporary files
    takes its place. `own_game` is the import path of a game that is not listed; a record does not say it.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     from catanlab.games.gomoku import Gomoku
    ...     game = SavedGame(Record(Gomoku(size=3, line=3)), Path(folder) / "game.record", new=True)
    ...     said = game.save()
    ...     game.is_saved, game.path.name
    (True, 'game.record')
    """

    def __init__(self, record: Record, path: Path, *, new: bool, own_game: str = "") -> None:
        self.record = record
        self.path = path
        self.is_saved = False
        """Whether the file has everything up to the last `save`."""
        self._new = new
        self._own_game = own_game
        self._problems: list[str] = []

    @property
    def resuming(self) -> str:
        """The command line that goes on with the game."""
        game = f"--game {shlex.quote(self._own_game)} " if self._own_game else ""
        return f"{program()} play {game}--resume {self.path}"

    def save(self) -> list[str]:
        """Write the record; return what the person should read: the place, when it changes, and errors."""
        problems: list[str] = []
        spare = Path(tempfile.gettempdir()) / self.path.name
        for path in dict.fromkeys((self.path, spare)):
            try:
                found = self._write(path)
            except OSError as error:
                problems.append(f"Cannot write {path}: {error.strerror or error}.")
                continue
            moved = not self.is_saved or found != self.path
            self.path, self._new, self.is_saved, self._problems = found, False, True, []
            return [*problems, f"Each move is saved. To go on later: {self.resuming}"] if moved else []
        self.is_saved = False
        known, self._problems = self._problems, problems
        return [] if problems == known else [*problems, "The game is not saved; the next move tries again."]

    def _write(self, path: Path) -> Path:
        """Write the record to a file, or to the next free name if it must be a new one; raises OSError."""
        is_own = not self._new and path == self.path
        target = path if is_own else next(name for name in _names(path) if not os.path.lexists(name))
        self.record.write(target)
        return target


def _names(path: Path) -> Iterator[Path]:
    """Yield the path, then the same with numbers: game.record, game-2.record, game-3.record, ..."""
    yield path
    number = 2
    while True:
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1

"""The position that a command is to show or analyse: its text, or a file with it, or a ply of a record."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from catanlab.cli.main import UsageError
from catanlab.cli.options import whole
from catanlab.cli.record_files import choose_record, read_text
from catanlab.framework.moves import Move
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.text.reader import SeenPosition, read_position, read_view
from catanlab.table.record import Record


@dataclass(frozen=True)
class RecordedPosition:
    """A position in a record: after this many moves and outcomes."""

    path: Path
    record: Record
    ply: int

    @property
    def moves(self) -> list[Move]:
        """The moves and outcomes before it."""
        return self.record.moves[: self.ply]


PositionSource: TypeAlias = CatanState | SeenPosition | RecordedPosition


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add --game."""
    parser.add_argument(
        "--game",
        type=whole(1, 1_000_000),
        metavar="N",
        help="number of the record in a file with several, from 1",
    )


def read_source(what: str, game: int | None) -> PositionSource:
    """Return the position that the command line names; `game` is the number of a record in its file.

    Raises UsageError, or PositionError for an invalid position.
    """
    if what == "-":
        try:
            return _position(sys.stdin.read(), game)
        except UnicodeDecodeError:
            raise UsageError("standard input is not text") from None
    match = re.fullmatch(r"(.+)@([0-9]{1,7})", what, re.DOTALL | re.ASCII)
    name, ply = (match[1], int(match[2])) if match and not _is_file(what) else (what, None)
    if not _is_file(name):
        if len(what.split()) < 2:
            raise UsageError(f"there is no file {name!r}, and it is not a position either")
        return _position(what, game)
    text = read_text(Path(name))
    # A record has headers, each on a line of its own; a position is a single line of many words.
    if len(text.split()) > 3 and "\n" not in text.strip():
        if ply is not None:
            raise UsageError(f"@{ply}: {name} is a position, not a record")
        return _position(text, game)
    record = choose_record(Path(name), game)
    if ply is not None and ply > len(record):
        raise UsageError(f"@{ply}: the record ends after {len(record)} moves and outcomes")
    return RecordedPosition(Path(name), record, len(record) if ply is None else ply)


def check_seat(seat: int | None, seats: int) -> None:
    """Raise UsageError if the game does not have this --seat."""
    if seat is not None and seat >= seats:
        raise UsageError(f"--seat {seat}: the seats of this game are 0 to {seats - 1}")


def check_viewer(seat: int | None, seen: SeenPosition) -> None:
    """Raise UsageError if --seat is not the one whose view the text is."""
    if seat not in (None, seen.seat):
        raise UsageError(f"--seat {seat}: this line is what seat {seen.seat} sees")


def _is_file(name: str) -> bool:
    """Say whether there is such a file; the text of a position may be too long for a file name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _position(text: str, game: int | None) -> CatanState | SeenPosition:
    """Read the text of a position or of a view; raises PositionError."""
    if game is not None:
        raise UsageError("--game goes with a record")
    line = text.strip()
    return read_view(line) if line.startswith("view:") else read_position(line)

"""Files with records, as commands read and write them; errors name the file."""

from __future__ import annotations

import os
from pathlib import Path

from catanlab.cli.main import UsageError
from catanlab.framework.errors import RecordError
from catanlab.framework.game import Game
from catanlab.framework.notation import GivenNotation, Notation
from catanlab.table.record import Record, find_notation
from catanlab.table.record_reader import read_records


def read_text(path: Path) -> str:
    """Return the text of a file; raises UsageError if it cannot be read, is empty or is not text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    if not data.strip():
        raise UsageError(f"{path} is empty")
    if b"\0" in data:
        raise UsageError(f"{path} is not a text file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}, line {line}: this is not text in UTF-8") from None


def load_records(path: Path, own: Game | None = None) -> list[Record]:
    """Return the records of a file, at least one; raises UsageError.

    A record says only the name of a game that is not listed: `own` is such a game, set up as it was played.
    """

    def find(name: str) -> Notation:
        return GivenNotation(own) if own is not None and name == own.name else find_notation(name)

    try:
        return read_records(text=read_text(path), find=find)
    except RecordError as error:
        raise UsageError(_error_text(path, error)) from None


def choose_record(path: Path, number: int | None, own: Game | None = None) -> Record:
    """Return one record of a file, by its number from 1 if there are several; raises UsageError.

    `own` is the game that was played, if it is not listed.
    """
    records = load_records(path, own)
    if number is None and len(records) > 1:
        raise UsageError(f"{path} holds {len(records)} records: choose one by --game 1 to {len(records)}")
    if number is not None and number > len(records):
        raise UsageError(f"--game {number}: {path} holds only {len(records)}")
    return records[(number or 1) - 1]


def check_target(path: Path, option: str = "--record") -> None:
    """Raise UsageError if a file cannot be written; called before anything else is done."""
    if path.is_dir():
        raise UsageError(f"{option} {path}: this is a directory; give the name of a file")
    if not path.parent.is_dir():
        raise UsageError(f"{option} {path}: there is no directory {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{option} {path}: nothing can be written in {path.parent}")


def _error_text(path: Path, error: RecordError) -> str:
    """Return the problems of a record with the name of its file; several go below it, a line each."""
    if len(error.problems) == 1:
        return f"{path}, {error}" if error.problems[0].line else f"{path}: {error}"
    return f"{path} has {len(error.problems)} errors:\n{error}"

"""Stored games as CSV, for spreadsheets and other programs, with a file about their origin."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import GAME_COLUMNS, SEAT_COLUMNS, Rows
from catanlab.lab.store import StoredMatch
from catanlab.lab.store.files import write_whole

ENDINGS = ("finished", "cut", "lost")
"""The words for FINISHED, CUT and LOST."""
COLUMNS = (*GAME_COLUMNS, "seat", *SEAT_COLUMNS)
GAMES_AT_ONCE = 20_000
"""How many games are turned to text at a time."""


def export_csv(stored: StoredMatch, path: Path, *, force: bool = False) -> int:
    """Write all games, a line for each seat, and return how many; only `force` replaces a file.

    The agent is written as text, the end of the game as a word; the rest are the columns of `Rows`. Raises
    StoreError if the games cannot be read or the file cannot be written.
    """
    rows = stored.rows()

    def write(file: BinaryIO) -> None:
        from pyarrow import csv

        first = _table(rows.take(slice(0, 0)), stored.plan)
        with csv.CSVWriter(file, first.schema) as writer:
            for start in range(0, len(rows), GAMES_AT_ONCE):
                writer.write_table(_table(rows.take(slice(start, start + GAMES_AT_ONCE)), stored.plan))

    write_whole(path, write, force=force)
    return len(rows)


def about_path(path: Path) -> Path:
    """Return the name of the file that says where exported games come from.

    >>> about_path(Path("games.csv")).name
    'games.about.json'
    """
    return path.with_suffix(".about.json")


def export_about(about: Mapping[str, object], path: Path, *, force: bool = False) -> None:
    """Write the result and the runs of exported games as JSON; raises StoreError as `export_csv`."""
    text = json.dumps(about, indent=2) + "\n"
    write_whole(path, lambda file: file.write(text.encode()), force=force)


def _table(rows: Rows, plan: MatchPlan) -> Any:
    """Return games as a table of Arrow's, the seats of a game below each other."""
    import pyarrow as pa

    columns: dict[str, Any] = {name: np.repeat(rows[name], rows.seats) for name in GAME_COLUMNS}
    columns["seat"] = np.tile(np.arange(rows.seats, dtype=np.int8), len(rows))
    columns |= {name: rows[name].reshape(-1) for name in SEAT_COLUMNS}
    columns["ended"] = pa.array(ENDINGS).take(pa.array(columns["ended"]))
    columns["agent"] = pa.array(plan.agents).take(pa.array(columns["agent"]))
    return pa.table({name: columns[name] for name in COLUMNS})

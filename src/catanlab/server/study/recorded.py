"""The games of a database, read from their logs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from catanlab.server.database.database import Database, DatabaseError
from catanlab.server.database.rows import ChatRow, Row
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.game_reader import StudyError, read_game

ALL_LINES = 2**31 - 1
"""More chat lines than any room has."""


class Recorded(Struct, frozen=True, kw_only=True):
    """The games of a database that have ended, the oldest first, and what else is there."""

    games: tuple[GameFacts, ...]
    unfinished: int
    """Rooms whose game has not ended, or not begun."""
    problems: tuple[str, ...] = ()
    """Rooms whose log cannot be read, a sentence each."""


def open_database(name: str) -> Database:
    """Open the database of a URL, or of an SQLite file, which must be there; raises DatabaseError."""
    url = name if "://" in name else f"sqlite:///{name}"
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    if parsed is not None and parsed.get_backend_name() == "sqlite" and parsed.database:
        # SQLite would make the file.
        _check_sqlite(Path(parsed.database))
    return Database(url)


def _check_sqlite(path: Path) -> None:
    """Raise DatabaseError unless this is the file of a database with rooms: it would get their tables."""
    if not path.is_file():
        what = "is not a file" if path.exists() else "does not exist"
        raise DatabaseError(f"{path} {what}; a study reads the database of catanlab serve")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(f"cannot open {path}: {error}") from error
    if found is None:
        raise DatabaseError(f"{path} is not a database of catanlab serve: it has no rooms")


def read_database(database: Database) -> Recorded:
    """Return the games of a database; a log that cannot be read becomes a problem."""
    games, problems = [], []
    unfinished = 0
    for room in database.rooms():
        if room.status != "over":
            unfinished += 1
            continue
        try:
            facts = read_game(*read_log(database, room.id))
        except StudyError as error:
            problems.append(str(error))
            continue
        if facts is None:
            problems.append(f"room {room.id}: it is over, but its log has no end")
        else:
            games.append(facts)
    games.sort(key=lambda game: (game.started_at, game.room))
    return Recorded(games=tuple(games), unfinished=unfinished, problems=tuple(problems))


def read_log(database: Database, room: str) -> tuple[list[Row], list[ChatRow]]:
    """Return the events and the chat of a room."""
    return database.read_rows(room), database.read_chat(room, last=ALL_LINES)

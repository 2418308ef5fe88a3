"""The games of a database, read from their logs."""

from __future__ import annotations

from msgspec import Struct

from catanlab.server.database.check import snapshot, version_fault
from catanlab.server.database.database import Database
from catanlab.server.database.engines import existing_url, shown_url
from catanlab.server.database.errors import DatabaseError
from catanlab.server.database.rows import ChatRow, Row
from catanlab.server.database.schema import version_of
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.game_reader import StudyError, continues, read_game

ALL_LINES = 2**31 - 1
"""More chat lines than any room has."""


class Recorded(Struct, frozen=True, kw_only=True):
    """The games of a database that have ended, the oldest first, and what else is there."""

    games: tuple[GameFacts, ...]
    unfinished: int
    """Rooms whose game has not ended, or not begun, without those that were closed before."""
    continued: int = 0
    """Games that went on from a position of another one: they are not among the games."""
    problems: tuple[str, ...] = ()
    """Rooms whose log cannot be read, a sentence each."""


def open_database(name: str) -> Database:
    """Open the database of a URL, or of an SQLite file; raises DatabaseError.

    It must be there with the tables of this version: a study changes nothing.
    """
    url = existing_url(name)
    with snapshot(url) as connection:
        fault = version_fault(version_of(connection))
    if fault is not None:
        raise DatabaseError(f"{shown_url(url)}: {fault}")
    return Database(url)


def read_database(database: Database) -> Recorded:
    """Return the games of a database; a log that cannot be read becomes a problem."""
    games, problems = [], []
    unfinished = continued = 0
    for room in database.rooms():
        if room.status != "over":
            unfinished += room.status != "closed"
            continue
        try:
            rows, chat = read_log(database, room.id)
            if continues(rows):
                continued += 1
                continue
            facts = read_game(rows, chat)
        except StudyError as error:
            problems.append(str(error))
            continue
        if facts is None:
            problems.append(f"room {room.id}: it is over, but its log has no end")
        else:
            games.append(facts)
    games.sort(key=lambda game: (game.started_at, game.room))
    return Recorded(
        games=tuple(games), unfinished=unfinished, continued=continued, problems=tuple(problems)
    )


def read_log(database: Database, room: str) -> tuple[list[Row], list[ChatRow]]:
    """Return the events and the chat of a room."""
    return database.read_rows(room), database.read_chat(room, last=ALL_LINES)

"""The games of a database, read from their logs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from catanlab.server.database.database import Database
from catanlab.server.database.engines import existing_url
from catanlab.server.database.rows import ChatRow, RoomRow, Row
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
    return Database(existing_url(name))


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


def ended_rooms(database: Database) -> Iterator[RoomRow]:
    """Yield the rooms whose game has ended, the oldest first."""
    yield from database.rooms(status=["over"])

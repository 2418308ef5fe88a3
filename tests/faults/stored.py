"""Recorded rooms and their people in a database, before a server begins with it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from tests.server.recorded.kept import Recording

from catanlab.server.database import people_queries
from catanlab.server.database.database import Database
from catanlab.server.database.rows import DiceRow, PersonRow, RoomRow, Row, SessionRow
from catanlab.server.database.writer import LogWriter
from catanlab.server.people.identities import digest
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.standings import RoomStanding

NOW = 1_700_000_000_000
NEVER = 4_000_000_000_000
PEOPLE = ("ann", "bob", "cid", "dan", "eve")
"""The people of recorded rooms: those in the seats, and one who looks on."""
TOKENS = {person: f"token-of-{person}-0123456789" for person in PEOPLE}


def rows_of(recording: Recording, *, most: int | None = None) -> list[Row]:
    """Return the log of a recorded room, as one server wrote it; at most so many rows."""
    made = [
        Row(
            room=recording.about.room,
            seq=row.seq,
            epoch=1,
            at=NOW + step.at,
            kind=row.kind,
            body=row.body.encode(),
            person=row.person,
            act=row.act,
        )
        for step in recording.steps
        for row in step.rows
    ]
    return made[:most]


def store(url: str, logs: Mapping[str, Sequence[Row]]) -> None:
    """Write people with their sessions, and rooms with their logs, to a new database."""

    async def write() -> None:
        with Database(url) as database:
            with database.writing() as connection:
                for person, token in TOKENS.items():
                    row = PersonRow(person, person.title(), NOW, NOW, name_key=person)
                    people_queries.add_person(connection, row)
                    session = SessionRow(digest(token), person, "session", NOW, NOW, NEVER)
                    people_queries.add_session(connection, session)
            async with LogWriter(database) as log:
                for name, rows in logs.items():
                    room = Room.rebuild(rows, 1)
                    row_of_room = RoomRow(name, NOW, True, room.invitation, room.status)
                    dice = DiceRow(name, room.commitment, room.dice.secret, room.dice.salt, NOW)
                    standing = RoomStanding(room).everything()
                    await log.create_room(row_of_room, rows, dice=dice, standing=standing)

    asyncio.run(write())

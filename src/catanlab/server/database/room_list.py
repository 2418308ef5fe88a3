"""Questions about all rooms: whom they let in, which a person has not finished, which nobody has."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, insert, or_, select, update

from catanlab.server.database.database import Database
from catanlab.server.database.tables import CHANNEL_LINES, EVENTS, ROOM_PEOPLE, ROOMS, SERVERS

LIVE = ("waiting", "playing")
"""The status of rooms that lists show."""
UNFINISHED = (*LIVE, "sleeping")


class Door(NamedTuple):
    """What decides whether a person may enter a room."""

    status: str
    public: bool
    invitation: str
    is_known: bool
    """Whether the person made the room, or has held a seat there."""
    events: int
    """How many events its log has."""


class Summary(NamedTuple):
    """A room in a list: its status, and its line as JSON of `wire.RoomLine`."""

    status: str
    summary: bytes


# Reading: in any thread.


def door(database: Database, room: str, person: str) -> Door | None:
    """Return whom a room lets in, or None if there is none."""
    sat = exists().where(ROOM_PEOPLE.c.room == ROOMS.c.id, ROOM_PEOPLE.c.person == person)
    made = exists().where(EVENTS.c.room == ROOMS.c.id, EVENTS.c.seq == 1, EVENTS.c.person == person)
    events = select(func.max(EVENTS.c.seq)).where(EVENTS.c.room == room).scalar_subquery()
    query = select(ROOMS.c.status, ROOMS.c.public, ROOMS.c.invitation, or_(sat, made), events)
    with database.reader.connect() as connection:
        found = connection.execute(query.where(ROOMS.c.id == room)).first()
    return None if found is None else Door(found[0], found[1], found[2], bool(found[3]), found[4] or 0)


def unfinished(database: Database, person: str, *, limit: int) -> list[Summary]:
    """Return the rooms in which a person has held a seat and whose games are not over, the newest first."""
    query = (
        select(ROOMS.c.status, ROOMS.c.summary)
        .join(ROOM_PEOPLE, ROOM_PEOPLE.c.room == ROOMS.c.id)
        .where(ROOM_PEOPLE.c.person == person, ROOMS.c.status.in_(UNFINISHED))
        .where(ROOMS.c.summary.is_not(None))
        .order_by(ROOMS.c.created_at.desc(), ROOMS.c.id)
        .limit(limit)
    )
    with database.reader.connect() as connection:
        return [Summary(*found) for found in connection.execute(query)]


def listed_elsewhere(database: Database, server: str, now: int, *, limit: int) -> list[Summary]:
    """Return the public rooms that wait or play at other servers that live, the newest first."""
    query = (
        select(ROOMS.c.status, ROOMS.c.summary)
        .join(SERVERS, SERVERS.c.id == ROOMS.c.owner)
        .where(ROOMS.c.status.in_(LIVE), ROOMS.c.public, ROOMS.c.summary.is_not(None))
        .where(SERVERS.c.expires > now, SERVERS.c.id != server)
        .order_by(ROOMS.c.created_at.desc(), ROOMS.c.id)
        .limit(limit)
    )
    with database.reader.connect() as connection:
        return [Summary(*found) for found in connection.execute(query)]


def room_of_act(database: Database, person: str, act: str) -> str | None:
    """Return the room in which a person did an act and has held a seat, or None."""
    query = (
        select(EVENTS.c.room)
        .join(
            ROOM_PEOPLE, and_(ROOM_PEOPLE.c.room == EVENTS.c.room, ROOM_PEOPLE.c.person == EVENTS.c.person)
        )
        .where(ROOM_PEOPLE.c.person == person, EVENTS.c.act == act)
    )
    with database.reader.connect() as connection:
        found = connection.execute(query).first()
    return None if found is None else str(found[0])


# Writing: by `LogWriter.run`.


def sweep(
    database: Database,
    server: str,
    now: int,
    here: Collection[str],
    suspects: Collection[str] | None,
) -> frozenset[str]:
    """Put rooms to rest that no living server has, and return those that may have to be next time.

    `here` are the rooms that this server has in memory. A game that is in nobody's memory sleeps, and a
    table that waits there is closed. Both only if the room is a suspect since the last time: it may be on
    its way into a memory. Without suspects, at the start of a server, all games sleep.
    """
    with database.writing() as connection:
        query = select(ROOMS.c.id, ROOMS.c.status, ROOMS.c.epoch)
        # In the order in which commits lock rooms: two servers that sweep never wait for each other.
        query = query.where(ROOMS.c.status.in_(LIVE), _is_nobodys(server, now)).order_by(ROOMS.c.id)
        found = [each for each in connection.execute(query) if each.id not in here]
        for room in found:
            if room.status == "playing" and (suspects is None or room.id in suspects):
                status = "sleeping"
            elif room.status == "waiting" and suspects is not None and room.id in suspects:
                status = "closed"
            else:
                continue
            same = ROOMS.c.id == room.id, ROOMS.c.epoch == room.epoch, ROOMS.c.status == room.status
            connection.execute(update(ROOMS).where(*same).values(status=status))
    return frozenset(room.id for room in found)


def _is_nobodys(server: str, now: int) -> ColumnElement[bool]:
    """Return the condition that no other server that lives has a room."""
    lives = exists().where(SERVERS.c.id == ROOMS.c.owner, SERVERS.c.expires > now)
    return or_(ROOMS.c.owner.is_(None), ROOMS.c.owner == server, ~lives)


def add_channel_line(database: Database, channel: str, at: int, person: str, name: str, text: str) -> None:
    """Keep what was said in a channel."""
    values = {"channel": channel, "at": at, "person": person, "name": name, "text": text}
    with database.writing() as connection:
        connection.execute(insert(CHANNEL_LINES), values)

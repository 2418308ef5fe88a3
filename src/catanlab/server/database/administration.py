"""What administrators do to rooms in the database, while servers run or not.

Functions that write take the connection of a transaction.
"""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, func, select, update

from catanlab.server.database.tables import CHAT, EVENTS, ROOM_PEOPLE, ROOMS

CLOSED = "closed"


class RoomFacts(Struct, frozen=True):
    """A room in the list of an administrator."""

    id: str
    status: str
    public: bool
    created_at: int
    owner: str | None
    events: int
    lines: int
    people: int


def rooms(connection: Connection, *, status: str | None, count: int) -> list[RoomFacts]:
    """Return the newest rooms, or those of a status."""
    counts = [
        select(func.count()).select_from(table).where(table.c.room == ROOMS.c.id).scalar_subquery()
        for table in (EVENTS, CHAT, ROOM_PEOPLE)
    ]
    query = select(
        ROOMS.c.id, ROOMS.c.status, ROOMS.c.public, ROOMS.c.created_at, ROOMS.c.owner, *counts
    ).order_by(ROOMS.c.created_at.desc(), ROOMS.c.id)
    if status is not None:
        query = query.where(ROOMS.c.status == status)
    return [RoomFacts(*found) for found in connection.execute(query.limit(count))]


def close_room(connection: Connection, room: str) -> str | None:
    """Close a room for good, and return its status before, or None if there is no such room.

    The new epoch keeps a server that has the room from writing to it; within seconds it lets it go.
    """
    query = select(ROOMS.c.status).where(ROOMS.c.id == room).with_for_update()
    before = connection.execute(query).scalar_one_or_none()
    if before is None or before == CLOSED:
        return before
    change = update(ROOMS).where(ROOMS.c.id == room)
    connection.execute(change.values(status=CLOSED, epoch=ROOMS.c.epoch + 1))
    return str(before)

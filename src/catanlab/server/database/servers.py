"""The server processes on one database: each has a row that says until when it lives, and owns its rooms.

A room belongs to the server in `rooms.owner` while that server's row has not expired. This only says where
people find a room. That no two servers write one log is ensured by epochs: see `append`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from catanlab.server.database.database import Database
from catanlab.server.database.errors import ElsewhereError
from catanlab.server.database.tables import ROOMS, SERVERS

FORGOTTEN_AFTER = 60_000
"""Milliseconds after which the row of a server that did not end by itself is removed."""


class ServerRow(Struct, frozen=True):
    """A server process."""

    id: str
    url: str
    """Where clients reach it."""
    started_at: int
    expires: int


_COLUMNS = [SERVERS.c[name] for name in ServerRow.__struct_fields__]


def arrive(database: Database, server: ServerRow) -> None:
    """Add a server. One that had the same address is gone: its rooms are free at once.

    Rows of servers that are long gone are removed, too. For the writing thread.
    """
    with database.writing() as connection:
        _add(connection, server, server.started_at)


def renew(database: Database, server: ServerRow, now: int) -> bool:
    """Keep a server's row until it expires; False if the row was gone or had expired.

    Then others may have taken its rooms, and the server is added as by `arrive`. For the writing thread.
    """
    with database.writing() as connection:
        before = connection.execute(select(SERVERS.c.expires).where(SERVERS.c.id == server.id)).scalar()
        if before is None:
            _add(connection, server, now)
        else:
            change = update(SERVERS).where(SERVERS.c.id == server.id)
            connection.execute(change.values(_values(server)))
    return before is not None and before > now


def leave(database: Database, server: str) -> None:
    """Remove a server and let go of all its rooms; for the writing thread."""
    with database.writing() as connection:
        connection.execute(update(ROOMS).where(ROOMS.c.owner == server).values(owner=None))
        connection.execute(delete(SERVERS).where(SERVERS.c.id == server))


def release(database: Database, room: str, server: str, epoch: int) -> None:
    """Let go of a room, unless it was opened again since; for the writing thread."""
    mine = ROOMS.c.id == room, ROOMS.c.owner == server, ROOMS.c.epoch == epoch
    with database.writing() as connection:
        connection.execute(update(ROOMS).where(*mine).values(owner=None))


def live_servers(database: Database, now: int) -> list[ServerRow]:
    """Return the servers whose rows have not expired, the oldest first."""
    query = select(*_COLUMNS).where(SERVERS.c.expires > now).order_by(SERVERS.c.started_at, SERVERS.c.id)
    with database.reader.connect() as connection:
        return [ServerRow(*found) for found in connection.execute(query)]


def rooms_of(database: Database, server: str) -> dict[str, str]:
    """Return the status of every room that a server owns."""
    query = select(ROOMS.c.id, ROOMS.c.status).where(ROOMS.c.owner == server)
    with database.reader.connect() as connection:
        return {found.id: found.status for found in connection.execute(query)}


def owners(database: Database, rooms: Sequence[str], now: int) -> dict[str, ServerRow]:
    """Return the living servers that own some of these rooms."""
    query = select(ROOMS.c.id, *_COLUMNS).join(SERVERS, SERVERS.c.id == ROOMS.c.owner)
    wanted = query.where(ROOMS.c.id.in_(rooms), SERVERS.c.expires > now)
    with database.reader.connect() as connection:
        return {room: ServerRow(*server) for room, *server in connection.execute(wanted)}


def check_owner(connection: Connection, room: str, owner: str | None, server: str, now: int) -> None:
    """Raise ElsewhereError if a room's owner is another server that lives."""
    if owner is None or owner == server:
        return
    query = select(SERVERS.c.url).where(SERVERS.c.id == owner, SERVERS.c.expires > now)
    url = connection.execute(query).scalar_one_or_none()
    if url is not None:
        raise ElsewhereError(room, url)


def _add(connection: Connection, server: ServerRow, now: int) -> None:
    is_gone = SERVERS.c.expires < now - FORGOTTEN_AFTER
    if server.url:
        is_gone |= SERVERS.c.url == server.url
    connection.execute(delete(SERVERS).where(is_gone))
    connection.execute(insert(SERVERS), _values(server))


def _values(server: ServerRow) -> dict[str, Any]:
    return {name: getattr(server, name) for name in ServerRow.__struct_fields__}

"""The database of the online game, by SQLAlchemy: how it is opened, and how rooms and their logs are read.

SQLite is the default (`sqlite:///path`), PostgreSQL goes by its URL (`postgresql://user@host/name`); what
is special about either is in `engines`.

All methods block. Those that read have connections of their own, and may be called in any thread: from a
program with an event loop by `asyncio.to_thread`. `writing` is meant for the one thread that writes, in
which `LogWriter.run` calls a function. Queries about other things are in files of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from sqlalchemy import URL, Connection, Select, select
from sqlalchemy.exc import SQLAlchemyError

from catanlab.server.database import rows, schema
from catanlab.server.database.engines import make_engine, read_url, shown_url
from catanlab.server.database.errors import DatabaseError, reason_of
from catanlab.server.database.folding import unfold
from catanlab.server.database.rows import ChatRow, PersonRow, RoomRow
from catanlab.server.database.tables import CHAT, EVENTS, PERSONS, ROOMS

_EVENT_COLUMNS = [EVENTS.c[name] for name in rows.Row.__struct_fields__]
_CHAT_COLUMNS = [CHAT.c[name] for name in ChatRow.__struct_fields__]
_ROOM_COLUMNS = [ROOMS.c[name] for name in RoomRow.__struct_fields__]
_PERSON_COLUMNS = [PERSONS.c[name] for name in PersonRow.__struct_fields__]


class Database:
    """An open database, its tables up to date.

    Raises DatabaseError if it cannot be opened, or belongs to a newer version of the program.
    """

    def __init__(self, url: str | URL) -> None:
        self.url = read_url(url) if isinstance(url, str) else url
        shown = shown_url(self.url)
        self.writer = make_engine(self.url, writes=True)
        """The engine for transactions that write: one connection."""
        self.reader = make_engine(self.url, writes=False)
        """The engine for transactions that only read."""
        self.version_before: str | None = None
        """The version of the tables before this program opened them; None if there were none."""
        try:
            with self.writer.begin() as connection:
                self.version_before = schema.upgrade(connection)
        except schema.UnknownVersionError as error:
            self.close()
            reason = f"{shown} does not fit this version of the program: {error}"
            raise DatabaseError(reason) from error
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise DatabaseError(f"cannot open {shown}: {reason_of(error)}") from error

    def close(self) -> None:
        """Close all connections; one in which another thread still reads is closed when that is done."""
        for engine in (self.writer, self.reader):
            engine.pool.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes, in the writing thread; the end of the block commits it."""
        with self.writer.begin() as connection:
            yield connection

    # Reading: in any thread.

    def rooms(self, *, status: Sequence[str] | None = None) -> list[RoomRow]:
        """Return all rooms, or those of some status, the oldest first."""
        query = select(*_ROOM_COLUMNS).order_by(ROOMS.c.created_at, ROOMS.c.id)
        if status is not None:
            query = query.where(ROOMS.c.status.in_(status))
        return [RoomRow(*found) for found in self._read(query)]

    def room(self, room: str) -> RoomRow | None:
        """Return a room, or None if there is none with this id."""
        found = self._read(select(*_ROOM_COLUMNS).where(ROOMS.c.id == room))
        return RoomRow(*found[0]) if found else None

    def read_rows(self, room: str, *, after: int = 0, limit: int | None = None) -> list[rows.Row]:
        """Return the events of a room with numbers above `after`, in order, at most `limit` of them.

        Raises ValueError for a row that cannot be unfolded.
        """
        query = select(*_EVENT_COLUMNS).where(EVENTS.c.room == room, EVENTS.c.seq > after)
        found = self._read(query.order_by(EVENTS.c.seq).limit(limit))
        events = unfold(rows.Row(*each) for each in found)
        return [each for each in events if each.seq > after][:limit]

    def read_chat(self, room: str, *, last: int = 200) -> list[ChatRow]:
        """Return the last chat lines of a room, in order."""
        query = select(*_CHAT_COLUMNS).where(CHAT.c.room == room).order_by(CHAT.c.id.desc()).limit(last)
        return [ChatRow(*found) for found in reversed(self._read(query))]

    def acts(self, room: str) -> dict[tuple[str, str], int]:
        """Return the number of the first event of each act done in a room, by person and act; chat: 0."""
        chat = select(CHAT.c.person, CHAT.c.act).where(CHAT.c.room == room)
        done = dict.fromkeys(((person, act) for person, act in self._read(chat)), 0)
        events = select(EVENTS.c.person, EVENTS.c.act, EVENTS.c.seq)
        found = self._read(events.where(EVENTS.c.room == room, EVENTS.c.act.is_not(None)))
        return done | {(person, act): seq for person, act, seq in found}

    def person(self, person: str) -> PersonRow | None:
        """Return a person by id, or None."""
        found = self._read(select(*_PERSON_COLUMNS).where(PERSONS.c.id == person))
        return PersonRow(*found[0]) if found else None

    def _read(self, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        with self.reader.connect() as connection:
            return [tuple(found) for found in connection.execute(query)]

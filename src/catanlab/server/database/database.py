"""The database of the online game: rooms, their logs, chat, persons and dice, by SQLAlchemy.

SQLite is the default (`sqlite:///path`); any other database that SQLAlchemy and alembic know goes by its
URL: what is special about SQLite is in `_prepare` alone. In SQLite a commit is on the disk when it returns:
it has a write-ahead log with `synchronous=FULL`.

All methods block. Those that read have connections of their own, and may be called in any thread: from a
program with an event loop by `asyncio.to_thread`. Those that write are meant for the one thread that
writes, in which `LogWriter.run` calls them.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, cast

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Select, create_engine, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from catanlab.framework.errors import CatanlabError
from catanlab.server.database import rows
from catanlab.server.database.rows import ChatRow, DiceRow, PersonRow, RoomRow, SessionRow
from catanlab.server.database.tables import CHAT, DICE, EVENTS, PERSONS, ROOMS, SESSIONS

BUSY_SECONDS = 10.0
"""How long a connection to SQLite waits for another one that writes."""
RETRY_SECONDS = 0.01
"""How long it waits between attempts where SQLite does not wait by itself."""

_EVENT_COLUMNS = [EVENTS.c[name] for name in rows.Row.__struct_fields__]
_CHAT_COLUMNS = [CHAT.c[name] for name in ChatRow.__struct_fields__]
_ROOM_COLUMNS = [ROOMS.c[name] for name in RoomRow.__struct_fields__]
_PERSON_COLUMNS = [PERSONS.c[name] for name in PersonRow.__struct_fields__]
_DICE_COLUMNS = [DICE.c[name] for name in DiceRow.__struct_fields__]


class DatabaseError(CatanlabError):
    """A database that cannot be opened or brought up to date."""

    code = "bad-database"


class Database:
    """An open database, its tables up to date.

    Raises DatabaseError if it cannot be opened, or belongs to a newer version of the program.
    """

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise DatabaseError(
                f"{url!r} is not the URL of a database, such as sqlite:///rooms.db"
            ) from None
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        if self.is_sqlite and parsed.database in (None, "", ":memory:"):
            raise DatabaseError("the log is kept in a file: give its path, such as sqlite:///rooms.db")
        shown = parsed.render_as_string(hide_password=True)
        try:
            self.writer = self._engine(url, writes=True)
            """The engine for transactions that write: one connection."""
            self.reader = self._engine(url, writes=False)
            """The engine for transactions that only read."""
            with self.writer.begin() as connection:
                command.upgrade(migration_settings(connection), "head")
        except CommandError as error:
            reason = f"{shown} does not fit this version of the program: {error}"
            raise DatabaseError(reason) from error
        except (SQLAlchemyError, ImportError, OSError) as error:
            # SQLAlchemy adds lines about itself to what the database said.
            said = str(error.orig if isinstance(error, DBAPIError) else error)
            first_line, _, _ = said.partition("\n")
            raise DatabaseError(f"cannot open {shown}: {first_line}") from error

    def _engine(self, url: str, *, writes: bool) -> Engine:
        if not self.is_sqlite:
            return create_engine(url, pool_size=1 if writes else 5, pool_pre_ping=True)
        engine = create_engine(
            url,
            pool_size=1 if writes else 5,
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        )
        _prepare(engine, writes)
        return engine

    def close(self) -> None:
        """Close all connections."""
        self.writer.dispose()
        self.reader.dispose()

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
        """Return the events of a room with numbers above `after`, in order, at most `limit` of them."""
        query = select(*_EVENT_COLUMNS).where(EVENTS.c.room == room, EVENTS.c.seq > after)
        return [rows.Row(*found) for found in self._read(query.order_by(EVENTS.c.seq).limit(limit))]

    def last_seq(self, room: str) -> int:
        """Return the number of the last event of a room, 0 if there is none."""
        [found] = self._read(select(func.max(EVENTS.c.seq)).where(EVENTS.c.room == room))
        return int(found[0] or 0)

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

    def dice(self, room: str, *, game: int = 1) -> DiceRow | None:
        """Return the secret of the dice of a game, or None if it has none."""
        found = self._read(select(*_DICE_COLUMNS).where(DICE.c.room == room, DICE.c.game == game))
        return DiceRow(*found[0]) if found else None

    def person(self, person: str) -> PersonRow | None:
        """Return a person by id, or None."""
        found = self._read(select(*_PERSON_COLUMNS).where(PERSONS.c.id == person))
        return PersonRow(*found[0]) if found else None

    def person_by_token(self, token_hash: str) -> PersonRow | None:
        """Return the person whose token has this SHA-256, or None."""
        query = select(*_PERSON_COLUMNS).join(SESSIONS, SESSIONS.c.person == PERSONS.c.id)
        found = self._read(query.where(SESSIONS.c.token_hash == token_hash))
        return PersonRow(*found[0]) if found else None

    def _read(self, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        with self.reader.connect() as connection:
            return [tuple(found) for found in connection.execute(query)]

    # Writing: by `LogWriter.run`.

    def create_person(self, person: PersonRow, session: SessionRow) -> None:
        """Add a person and a session; raises IntegrityError if the id or the token is there already."""
        with self.writing() as connection:
            connection.execute(insert(PERSONS), _values(person))
            connection.execute(insert(SESSIONS), _values(session))

    def update_person(self, person: str, *, name: str | None = None, seen_at: int | None = None) -> bool:
        """Change the name of a person or when it was seen last; returns whether there is such a person."""
        changes: dict[str, Any] = {"name": name, "seen_at": seen_at}
        given = {field: value for field, value in changes.items() if value is not None}
        if not given:
            return self.person(person) is not None
        with self.writing() as connection:
            return (
                connection.execute(update(PERSONS).where(PERSONS.c.id == person).values(given)).rowcount
                == 1
            )

    def update_status(self, room: str, status: str) -> bool:
        """Change the status of a room without an event; returns whether there is such a room."""
        with self.writing() as connection:
            return (
                connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(status=status)).rowcount
                == 1
            )


def migration_settings(connection: Connection | None = None) -> Config:
    """Return alembic's settings; the migrations run in the transaction of the connection."""
    settings = Config()
    folder = str(Path(__file__).with_name("migrations"))
    settings.set_main_option("script_location", folder.replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings


def _values(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _prepare(engine: Engine, writes: bool) -> None:
    """Let SQLite write commits to the disk, mind foreign keys, and begin transactions when we say so."""

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: object) -> None:
        cast(Any, connection).isolation_level = None  # no BEGIN of its own
        cursor = connection.cursor()
        _use_write_ahead_log(cursor)
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA fullfsync = ON")  # macOS: fsync alone leaves data in the drive's cache
        cursor.execute("PRAGMA foreign_keys = ON")
        if not writes:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        # A transaction that read first and wrote later could find the lock taken by then, and fail at once.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _use_write_ahead_log(cursor: DBAPICursor) -> None:
    """Switch to the write-ahead log, and wait while another program does so.

    SQLite's own waiting does not cover this change: two programs that open a new database would fail.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= deadline:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return

"""How the program connects to its database: SQLite, or PostgreSQL by psycopg.

All that is special about either is here. In both a commit is on the disk when it returns: SQLite has a
write-ahead log with `synchronous=FULL`, PostgreSQL `synchronous_commit`. A transaction sees what others
committed before each of its statements (PostgreSQL) or since it began alone (SQLite): whoever has locked a
room reads its newest events.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from catanlab.server.database.errors import DatabaseError

BUSY_SECONDS = 10.0
"""How long a transaction waits for another one that holds what it needs."""
RETRY_SECONDS = 0.01
"""How long it waits between attempts where SQLite does not wait by itself."""
READERS = 5
"""Connections for reading that are kept open."""

EXAMPLES = "sqlite:///rooms.db or postgresql://user@host/rooms"

CONNECTION = {
    "connect_timeout": "5",
    "application_name": "catanlab",
    # A machine that is gone says nothing: after half a minute without an answer the connection is lost.
    "keepalives_idle": "20",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""How PostgreSQL is connected to; the URL may say otherwise, as in `?connect_timeout=20`."""
SESSION = {
    "synchronous_commit": "on",
    "statement_timeout": "30s",
    "lock_timeout": f"{BUSY_SECONDS:g}s",
    # A program that stopped amid a transaction does not hold its rooms longer than its lease, or a lock.
    "idle_in_transaction_session_timeout": "5s",
}
"""What PostgreSQL is told about every connection."""


class ClosablePool(QueuePool):
    """A pool that, once it was disposed of, keeps no connection that a thread returns later."""

    _is_disposed = False

    def dispose(self) -> None:
        """Close the connections in the pool, and those to come."""
        self._is_disposed = True
        super().dispose()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        super()._do_return_conn(record)
        if self._is_disposed:  # asked after the return, which might come just after the disposal
            super().dispose()


def read_url(text: str) -> URL:
    """Return the URL of a database, or of an SQLite file, with the driver that we use.

    Raises DatabaseError for any other database.
    """
    is_file = re.fullmatch(r"[^:@?]+", text)
    try:
        url = URL.create("sqlite", database=text) if is_file else make_url(text)
    except (ArgumentError, ValueError):
        # What stands before an @ may be a password.
        shown = re.sub(r".*@", "***@", text, flags=re.DOTALL)
        raise DatabaseError(f"{shown!r} is not the URL of a database, such as {EXAMPLES}") from None
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        if url.database in (None, "", ":memory:"):
            raise DatabaseError("games are kept in a file: give its path, such as sqlite:///rooms.db")
        return url
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        if not url.database:
            raise DatabaseError(f"{shown_url(url)} names no database, as postgresql://user@host/rooms does")
        return url.set(drivername="postgresql+psycopg")
    raise DatabaseError(
        f"games are not kept in {url.drivername}, but in SQLite or PostgreSQL, such as {EXAMPLES}"
    )


def existing_url(text: str) -> URL:
    """Return the same; raises DatabaseError if the file of SQLite, which would make it, is not there."""
    url = read_url(text)
    if is_sqlite(url) and not sqlite_file(url).is_file():
        what = "is not a file" if sqlite_file(url).exists() else "does not exist"
        raise DatabaseError(f"{sqlite_file(url)} {what}: name the database of catanlab serve")
    return url


def shown_url(url: URL) -> str:
    """Return the URL as it may be shown: without the password, wherever it stands."""
    drivername = url.get_backend_name() if "+" in url.drivername else url.drivername
    return url.set(drivername=drivername, query={}).render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    """Return whether the database is a file of SQLite."""
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path:
    """Return the file of an SQLite database."""
    return Path(cast(str, url.database))


def make_engine(url: URL, *, writes: bool) -> Engine:
    """Return an engine for transactions that write, with one connection, or for those that only read.

    Raises DatabaseError if the driver is missing.
    """
    # What statements carry is secret, and does not go into messages.
    pool: dict[str, Any] = {
        "pool_size": 1 if writes else READERS,
        "max_overflow": 0 if writes else 2 * READERS,
        "hide_parameters": True,
        "poolclass": ClosablePool,
    }
    if is_sqlite(url):
        settings = {"timeout": BUSY_SECONDS, "check_same_thread": False}
        engine = create_engine(url, connect_args=settings, **pool)
        _prepare_sqlite(engine, writes)
        return engine
    try:
        # The ping finds connections that were lost when the database was restarted.
        return create_engine(
            url,
            connect_args=_postgresql_settings(url.query, writes),
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
            **pool,
        )
    except ImportError:
        raise DatabaseError(
            "PostgreSQL needs the package psycopg, which is not installed: "
            "run pip install 'catanlab[server]'"
        ) from None


def _postgresql_settings(query: Mapping[str, str | tuple[str, ...]], writes: bool) -> dict[str, str]:
    session = SESSION if writes else SESSION | {"default_transaction_read_only": "on"}
    settings = {name: value for name, value in CONNECTION.items() if name not in query}
    given = query.get("options", "")
    words = [given] if isinstance(given, str) else list(given)
    settings["options"] = " ".join([*(f"-c {name}={value}" for name, value in session.items()), *words])
    return settings


def _prepare_sqlite(engine: Engine, writes: bool) -> None:
    """Let SQLite write commits to the disk, mind foreign keys, and begin transactions when we say so."""

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: object) -> None:
        cast(Any, connection).isolation_level = None  # no BEGIN of its own
        cursor = connection.cursor()
        if writes:
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

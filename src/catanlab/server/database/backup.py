"""A copy of a whole database, made while a server may be writing to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from catanlab.server.database import schema
from catanlab.server.database.engines import is_sqlite, make_engine, shown_url
from catanlab.server.database.errors import DatabaseError, reason_of


def back_up(url: URL, target: Path) -> None:
    """Write a copy of a database to a new file: another database for SQLite, an archive for `pg_restore`.

    The copy is the database as it was at one moment. Only its owner can read it: it has the secrets of
    dice. Raises DatabaseError if the file exists or the copy cannot be made; then there is no file.
    """
    engine = make_engine(url, writes=False)
    try:
        with engine.connect() as connection, _new_file(target) as file:
            if schema.version_of(connection) is None:
                raise DatabaseError(f"{shown_url(url)} has no games: catanlab serve has never used it")
            if is_sqlite(url):
                _copy_sqlite(connection, file)
            else:
                _dump_postgresql(url, file)
    except SQLAlchemyError as error:
        raise DatabaseError(f"cannot read {shown_url(url)}: {reason_of(error)}") from error
    finally:
        engine.dispose()


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Yield a file that becomes the target when all of it is on the disk."""
    if target.exists():
        raise _exists(target)
    if not target.parent.is_dir():
        raise DatabaseError(f"{target.parent} is not a folder; choose another file for the copy")
    file = target.with_name(f".{target.name}.{os.getpid()}.new")
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield file
        with file.open("rb+") as written:
            os.fsync(written.fileno())
        try:
            os.link(file, target)  # unlike a renaming, never in the place of another file
        except FileExistsError:
            raise _exists(target) from None
        except OSError:  # a disk without links
            file.rename(target)
    finally:
        file.unlink(missing_ok=True)


def _exists(target: Path) -> DatabaseError:
    return DatabaseError(f"{target} exists already; choose another file for the copy")


def _copy_sqlite(connection: Connection, file: Path) -> None:
    source = cast(sqlite3.Connection, connection.connection.driver_connection)
    with closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
        # The copy is one file, without a write-ahead log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")


def _dump_postgresql(url: URL, file: Path) -> None:
    from psycopg.conninfo import make_conninfo

    program = shutil.which("pg_dump")
    if program is None:
        raise DatabaseError("a copy of PostgreSQL is made by pg_dump, which is not installed")
    words, settings = url.get_dialect()().create_connect_args(url)
    password = settings.pop("password", None)
    connection = make_conninfo(*words, **settings)
    command = [program, "--no-password", "--format=custom", f"--file={file}", f"--dbname={connection}"]
    # In the command line everybody could read the password.
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = " ".join(done.stderr.split())
        raise DatabaseError(f"pg_dump cannot copy {shown_url(url)}: {said}")

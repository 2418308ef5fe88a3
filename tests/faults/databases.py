"""The databases that a scenario runs on: made for it, broken by it, read and checked after it."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import psycopg
from tests.conftest import ROOT
from tests.faults.comparison import Kept, KeptEvent, KeptLine
from tests.server.postgres import NoPostgresError, PostgresServer, new_database, program

Kind: TypeAlias = Literal["sqlite", "postgresql"]
KINDS: Final[tuple[Kind, ...]] = ("sqlite", "postgresql")


class Database:
    """A database of SQLite, or one of a PostgreSQL server of its own."""

    def __init__(self, kind: Kind, folder: Path) -> None:
        self.kind = kind
        self.path = folder / "rooms.db"
        self.postgres = PostgresServer() if kind == "postgresql" else None
        self.url = f"sqlite:///{self.path}" if self.postgres is None else new_database(self.postgres.folder)

    def close(self) -> None:
        """End the PostgreSQL server, with all that it has."""
        if self.postgres is not None:
            self.postgres.remove()

    def move_to(self, disk: Path) -> None:
        """Go to another disk, before anything is in it."""
        if self.postgres is None:
            self.path = disk / self.path.name
            self.url = f"sqlite:///{self.path}"
            return
        self.postgres.stop()
        shutil.chown(disk, self.postgres.user or "root")
        disk.chmod(0o700)
        data = self.postgres.folder / "data"
        for found in data.iterdir():
            shutil.move(found, disk / found.name)
        # Moved across file systems everything would belong to root.
        subprocess.run(["chown", "-R", self.postgres.user or "root", str(disk)], check=True)
        data.rmdir()
        data.symlink_to(disk)
        self.postgres.start()

    def revive(self) -> None:
        """Start PostgreSQL again if it has ended: it does so if its log finds no space."""
        if self.postgres is None:
            return
        try:
            psycopg.connect(self.url, connect_timeout=10).close()
        except psycopg.OperationalError:
            self.postgres.stop()
            self.postgres.start()

    # Faults.

    def stop(self) -> None:
        """End PostgreSQL as an administrator does."""
        assert self.postgres is not None
        self.postgres.stop()

    def crash(self) -> None:
        """End PostgreSQL at once: it recovers from its log when it starts again."""
        assert self.postgres is not None
        main = int((self.postgres.folder / "data/postmaster.pid").read_text().split()[0])
        os.kill(main, signal.SIGQUIT)
        self.postgres.stop()

    def start(self) -> None:
        """Start PostgreSQL again."""
        assert self.postgres is not None
        self.postgres.start()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep the file of SQLite, or the tables of the log, locked by another process."""
        if self.postgres is not None:
            with psycopg.connect(self.url) as connection:
                connection.execute("LOCK TABLE events, chat, rooms IN EXCLUSIVE MODE")
                yield
                connection.rollback()
            return
        with closing(sqlite3.connect(self.path, isolation_level=None, timeout=20)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield
            file.execute("ROLLBACK")

    # What is in it.

    def read(self) -> Kept:
        """Return the log and the chat, straight from the tables."""
        kept = Kept()
        for row in self._select(
            "SELECT room, seq, epoch, at, kind, person, act FROM events ORDER BY room, seq"
        ):
            kept.events.setdefault(row[0], []).append(KeptEvent(*row[1:]))
        for row in self._select("SELECT room, seq, at, person, text, act FROM chat ORDER BY id"):
            kept.lines.setdefault(row[0], []).append(KeptLine(*row[1:]))
        return kept

    def _select(self, query: str) -> list[Any]:
        if self.postgres is not None:
            with psycopg.connect(self.url) as connection:
                return connection.execute(query.encode()).fetchall()
        with closing(sqlite3.connect(self.path)) as file:
            return file.execute(query).fetchall()

    def check(self) -> str:
        """Return what `catanlab database check --games` says against it, nothing if it is sound."""
        command = [sys.executable, "-m", "catanlab", "database", "check", "--games", self.url]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
        return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}".strip()[-2000:]


def postgres_is_missing() -> str:
    """Return why there is no PostgreSQL here, nothing if there is."""
    try:
        program("initdb")
    except NoPostgresError as error:
        return str(error)
    return ""

"""A PostgreSQL server for tests: in a folder of its own, behind a socket in that folder, gone afterwards.

All workers of a test run share one, see `shared_server`. `python -m tests.server.postgres FOLDER` is its
keeper: a process that starts it and ends it when the last test process is gone, however that ended.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psycopg

ROOT = Path(__file__).resolve().parents[2]
NO_POSTGRESQL = "no PostgreSQL"
"""How the reason begins for which tests are left out."""
PROGRAMS = "/usr/lib/postgresql/*/bin"
"""Where Debian has the programs that it does not put into the path."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "autovacuum": "off",
    "logging_collector": "off",
}
WATCHED = """exec 3<&0
"$@" </dev/null & server=$!
(read _ <&3; kill -INT $server) &
wait $server; kill $! 2>/dev/null"""
"""Runs a server until the input ends: it ends with the process that started it, however that ends."""
START_SECONDS, STOP_SECONDS = 60.0, 20.0
_databases = itertools.count(1)


class NoPostgresError(Exception):
    """PostgreSQL cannot be had here; the text says why."""


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL; raises NoPostgresError."""
    newest = sorted(Path("/").glob(f"{PROGRAMS[1:]}/{name}"), key=lambda path: int(path.parts[-3]))
    found = str(newest[-1]) if newest else shutil.which(name)
    if found is None:
        raise NoPostgresError(f"{NO_POSTGRESQL}: {name} is not installed (make install does it as root)")
    return found


class PostgresServer:
    """A server with its data in a folder; root lets another user run it, as PostgreSQL demands."""

    def __init__(self) -> None:
        self.programs = Path(program("initdb")).parent
        self.user: str | None = None
        if os.getuid() == 0:
            known = {entry.pw_name for entry in pwd.getpwall()}
            self.user = next((name for name in ("postgres", "nobody") if name in known), None)
            if self.user is None:
                raise NoPostgresError(f"{NO_POSTGRESQL}: root cannot run it, and there is no user nobody")
        # The path of a socket must be short, and the folders of pytest are closed to other users.
        self.folder = Path(tempfile.mkdtemp(prefix="catanlab-pg-", dir="/tmp"))
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        data = self.folder / "data"
        self._run(
            "initdb",
            "--pgdata",
            str(data),
            "--username=tester",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        )
        # A role with a password shows that it never gets into messages.
        rules = "local all locked scram-sha-256\nlocal all all trust\n"
        (data / "pg_hba.conf").write_text(rules)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def _run(self, name: str, *words: str) -> None:
        command = [str(self.programs / name), *words]
        done = subprocess.run(
            command, cwd="/", user=self.user, extra_groups=self._groups, capture_output=True
        )
        if done.returncode:
            raise NoPostgresError(f"{NO_POSTGRESQL}: {name} fails: {done.stderr.decode().strip()}")

    @property
    def _groups(self) -> list[int] | None:
        return None if self.user is None else []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = SETTINGS | {"unix_socket_directories": str(self.folder)}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", WATCHED, "sh", self.programs / "postgres", "-D", self.folder / "data", *words],
                cwd="/",
                user=self.user,
                extra_groups=self._groups,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for pytest
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(server_url(self.folder)).close()
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    log_text = (self.folder / "log").read_text()
                    raise NoPostgresError(f"{NO_POSTGRESQL}: it does not start: {log_text}") from error
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """End it at once: whoever is connected loses the connection."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
            self._process = None

    def remove(self) -> None:
        """End it, and remove all that it wrote."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def server_url(folder: Path, database: str = "postgres", *, login: str = "tester") -> str:
    """Return the URL of a database of the server in a folder."""
    return f"postgresql://{login}@/{database}?host={folder}"


def new_database(folder: Path) -> str:
    """Make an empty database at the server in a folder, and return its URL."""
    name = f"test_{os.getpid()}_{next(_databases)}"
    with psycopg.connect(server_url(folder), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return server_url(folder, name)


def drop_database(url: str) -> None:
    """Remove a database, even if a killed program is still connected."""
    name = url.partition("@/")[2].partition("?")[0]
    with psycopg.connect(url.replace(f"@/{name}?", "@/postgres?"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def shared_server(folder: Path) -> Iterator[Path]:
    """Share a server with all processes that name the same folder, and yield the folder of the server.

    The first one starts it. Each holds a lock while it uses the server; when all have let go, or are dead,
    the keeper ends it. Raises NoPostgresError.
    """
    folder.mkdir(exist_ok=True)
    with (folder / "users").open("w") as users, (folder / "starting").open("w") as starting:
        fcntl.flock(users, fcntl.LOCK_SH)  # waits while a server is being ended
        fcntl.flock(starting, fcntl.LOCK_EX)
        place = folder / "server"
        if not place.exists():
            _start_keeper(folder)
        fcntl.flock(starting, fcntl.LOCK_UN)
        try:
            yield Path(place.read_text())
        finally:
            while place.exists():
                fcntl.flock(users, fcntl.LOCK_UN)
                time.sleep(0.01)  # the keeper's turn
                if _lock(users, fcntl.LOCK_SH) and not _lock(users, fcntl.LOCK_EX):
                    break  # others use it


def _lock(file: IO[str], kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _start_keeper(folder: Path) -> None:
    command = [sys.executable, "-m", "tests.server.postgres", str(folder)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout as output:
        said = output.readline().strip()
    process.returncode = 0  # it may outlive this process, and nobody need worry
    if said != "ready":
        raise NoPostgresError(said or f"{NO_POSTGRESQL}: the process that starts it died")


def keep(folder: Path) -> None:
    """Start a server, say so, and end it when nobody uses it any more."""
    try:
        server = PostgresServer()
    except NoPostgresError as error:
        print(" ".join(str(error).split()), flush=True)
        return
    place = folder / "server"
    try:
        place.write_text(str(server.folder))
        print("ready", flush=True)
        with (folder / "users").open("w") as users:
            fcntl.flock(users, fcntl.LOCK_EX)
            server.remove()
            place.unlink(missing_ok=True)
    finally:
        server.remove()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))

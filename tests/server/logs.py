"""Short ways to make rows, rooms and logs, and commits that fail when a test says so."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from catanlab.server.database.database import Database
from catanlab.server.database.errors import CommitFailedError
from catanlab.server.database.rows import ChatRow, RoomRow, Row
from catanlab.server.database.writer import Commit, LogWriter, plain_commit

When = Literal["before", "after"]


def room_row(room: str = "a") -> RoomRow:
    """Return a new room."""
    return RoomRow(room, created_at=1, public=True, invitation="", status="waiting")


def row(seq: int, room: str = "a", *, epoch: int = 1, act: str | None = None, body: bytes = b"{}") -> Row:
    """Return an event, and with `act` the first one of an act of the person p."""
    return Row(room, seq, epoch, 1000 + seq, "moved", body, "p" if act else None, act)


def line(act: str, room: str = "a", *, seq: int = 0) -> ChatRow:
    """Return a chat line of the person p."""
    return ChatRow(room, seq, 1000, "p", "Ann", f"said by {act}", act)


def use_database(folder: Path, database: str) -> None:
    """Let a folder name a database elsewhere, also for the processes that a test starts."""
    (folder / "database").write_text(database)


def url(folder: Path) -> str:
    """Return the URL of the database of a folder: SQLite, unless the folder names another."""
    named = folder / "database"
    return named.read_text() if named.exists() else f"sqlite:///{folder / 'rooms.db'}"


def last_seq(database: Database, room: str = "a") -> int:
    """Return the number of the last event of a room, 0 if there is none."""
    return max((found.seq for found in database.read_rows(room)), default=0)


def with_log(
    folder: Path,
    test: Callable[[LogWriter], Coroutine[Any, Any, None]],
    *,
    rooms: Iterable[str] = "a",
    commit: Commit = plain_commit,
    limit: int = 20_000,
) -> None:
    """Run a test with a log in a folder, in which there are rooms without events."""

    async def run() -> None:
        with Database(url(folder)) as database:
            async with LogWriter(database, commit=commit, limit=limit) as log:
                for room in rooms:
                    if database.room(room) is None:
                        await log.create_room(room_row(room))
                await test(log)

    asyncio.run(run())


async def results(*futures: asyncio.Future[None]) -> list[bool]:
    """Return which appends were done; any error but a failed commit is raised."""
    done = await asyncio.gather(*futures, return_exceptions=True)
    for result in done:
        if result is not None and not isinstance(result, CommitFailedError):
            raise result
    return [result is None for result in done]


@contextmanager
def together(log: LogWriter) -> Iterator[None]:
    """Let all appends in the block share a commit: the writing thread waits until its end."""
    gate = threading.Event()
    log.run(gate.wait, 60)
    yield
    gate.set()


class Faults:
    """Commits that fail: those with a number in `plan`, from 0, and all for rooms in `broken`.

    A commit fails before it reaches the disk, or after.
    """

    def __init__(self, plan: dict[int, When] | None = None) -> None:
        self.plan = plan or {}
        self.broken: dict[str, When] = {}
        self.commits: list[frozenset[str]] = []
        """The rooms of every commit that was tried."""

    def __call__(self, rooms: frozenset[str], commit: Callable[[], None]) -> None:
        when = self.plan.get(len(self.commits))
        for room in rooms & self.broken.keys():
            when = self.broken[room]
        self.commits.append(rooms)
        if when == "before":
            raise OSError("no commit, says the test")
        commit()
        if when == "after":
            raise OSError("no answer, says the test")

"""The writer of the log: one thread that commits whatever gathered while its last commit ran.

What an `append` gets is atomic, and its future is done after the commit: only then may anybody hear of it.
Appends of all rooms that came in during a commit share the next one. If that fails, each append is tried
again in a transaction of its own, so that one room's failure does not hurt another. A commit that failed
may have reached the disk all the same; so what counts is what the database holds afterwards.

After an append of a room failed, all later ones of that room fail too, until `reopen` has given the room a
new epoch. Who appends under an old epoch is refused: two processes can never both write a room's log.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Self, TypeVar

from sqlalchemy import select, update

from catanlab.server.database.append import Append, is_there, write
from catanlab.server.database.database import Database
from catanlab.server.database.errors import (
    CommitFailedError,
    FencedError,
    LogClosedError,
    LogError,
    OverloadedError,
    UnknownRoomError,
    reason_of,
)
from catanlab.server.database.rows import ChatRow, DiceRow, RoomRow, Row
from catanlab.server.database.servers import check_owner
from catanlab.server.database.standing import Standing
from catanlab.server.database.tables import ROOMS

T = TypeVar("T")
Commit = Callable[[frozenset[str], Callable[[], None]], None]
"""What makes a commit: called with the rooms that it is about, and with the function that commits."""

WAITING_LIMIT = 20_000
"""Rows, chat lines and calls that may wait for their commit; at full speed a second or two."""
REMEMBERED_ROOMS = 10_000
"""Rooms whose last number is remembered; that of any other is asked for."""


def plain_commit(rooms: frozenset[str], commit: Callable[[], None]) -> None:
    """Commit. A test puts its own function here, which raises before or after the commit."""
    commit()


@dataclass(eq=False)
class _Job:
    """Something to do in the writing thread, and the future that waits for it."""

    work: Append | Callable[[], Any]
    size: int
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = None
    error: Exception | None = None


class LogWriter:
    """Writes the log of all rooms, in a thread of its own.

    The methods are for coroutines and callbacks of an event loop, and none of them waits: they return a
    future of that loop. Giving up a future does not undo what it waits for. `limit` is how much may wait;
    `commit` is for tests that make commits fail.
    """

    def __init__(
        self, database: Database, *, limit: int = WAITING_LIMIT, commit: Commit = plain_commit
    ) -> None:
        self.database = database
        self.limit = limit
        self.commits = 0
        """How many transactions were committed."""
        self.rows = 0
        """How many events were committed."""
        self.observe: Callable[[float, int], None] = lambda seconds, events: None
        """Called in the writing thread with the time and the events of every commit."""
        self._commit = commit
        self._changed = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._waiting = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="log", daemon=True)
        # These two belong to the writing thread.
        self._failed: dict[str, int] = {}
        """The epoch in which an append failed, by room."""
        self._last: dict[str, int] = {}
        """The number of the last event, by room."""

    # For the event loop.

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    async def close(self) -> None:
        """Commit what waits, then end the thread; what comes later is refused. The database stays open."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.ident is not None:
            await asyncio.to_thread(self._thread.join)

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def waiting(self) -> int:
        """How many rows, chat lines and calls wait for their commit."""
        return self._waiting

    @property
    def is_full(self) -> bool:
        """Whether an append would be refused now: then no act should be accepted either."""
        return self._waiting >= self.limit

    def append(
        self,
        room: str,
        epoch: int,
        rows: Sequence[Row] = (),
        chat: Sequence[ChatRow] = (),
        *,
        standing: Standing | None = None,
        dice: DiceRow | None = None,
    ) -> asyncio.Future[None]:
        """Add events and chat lines to a room, its standing, the dice of a game: all of it or nothing.

        The future raises CommitFailedError if that failed, now or earlier in this epoch; FencedError,
        which is one, if the room has another epoch; DiceUsedError, which is one, if another game had the
        same secret; and UnknownRoomError. Raises OverloadedError and LogClosedError at once: then nothing
        was done, and the next append has to bring these rows too.
        """
        append = Append(room, epoch, tuple(rows), tuple(chat), dice, standing=standing)
        return self._submit_append(append)

    def create_room(
        self,
        room: RoomRow,
        rows: Sequence[Row] = (),
        *,
        dice: DiceRow | None = None,
        standing: Standing | None = None,
    ) -> asyncio.Future[None]:
        """Make a room with its first events. Append to it only after this future is done.

        The future raises RoomExistsError, DiceUsedError or any other CommitFailedError. Raises
        OverloadedError and LogClosedError at once.
        """
        return self._submit_append(
            Append(room.id, room.epoch, tuple(rows), dice=dice, new=room, standing=standing)
        )

    def reopen(
        self, room: str, *, epoch: int | None = None, owner: str | None = None, now: int = 0
    ) -> asyncio.Future[int]:
        """Begin a new epoch of a room, and return its number: first this, then the log of the room is read.

        All appends to the room that came before are done or have failed by then. With `epoch` it is an
        error if the room has another one by now. `owner` is the server that takes it; that is refused while
        another server has it whose row lives at the time `now`. The future raises UnknownRoomError, also
        for a room that is closed, FencedError, ElsewhereError or CommitFailedError.
        """
        return self.run(self._reopen, room, epoch, owner, now)

    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Call a function that writes to the database, in the writing thread and in order with the appends.

        The future has its result or its error. Raises OverloadedError and LogClosedError at once.
        """
        return self._submit(lambda: function(*arguments), 1)

    def forget(self, room: str) -> asyncio.Future[None]:
        """Forget a room to which nothing will be appended before it is opened again."""
        return self.run(self._forget, room)

    def _forget(self, room: str) -> None:
        self._failed.pop(room, None)
        self._last.pop(room, None)

    def _submit_append(self, append: Append) -> asyncio.Future[None]:
        append.check()
        return self._submit(append, max(1, len(append.rows) + len(append.chat)))

    def _submit(self, work: Append | Callable[[], Any], size: int) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        job = _Job(work, size, loop.create_future(), loop)
        with self._changed:
            if self._closed:
                raise LogClosedError("the log is closed: the server is about to end")
            if self._waiting and self._waiting + size > self.limit:
                raise OverloadedError(
                    f"{self._waiting} rows wait for the disk already: try again in a second"
                )
            self._waiting += size
            self._jobs.append(job)
            self._changed.notify()
        return job.future

    # In the writing thread.

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._jobs and not self._closed:
                    self._changed.wait()
                jobs = list(self._jobs)
                self._jobs.clear()
            if not jobs:
                return
            for are_appends, group in groupby(jobs, key=lambda job: isinstance(job.work, Append)):
                done = list(group)
                if are_appends:
                    self._append(done)
                else:
                    for job in done:
                        self._call(job)
                with self._changed:
                    self._waiting -= sum(job.size for job in done)
                _tell(done)

    def _call(self, job: _Job) -> None:
        assert not isinstance(job.work, Append)
        try:
            job.result = job.work()
        except Exception as error:
            job.error = error

    def _append(self, jobs: list[_Job]) -> None:
        """Commit all together, or, if that fails, one by one."""
        open_jobs = [job for job in jobs if not self._refuse(job)]
        if not open_jobs:
            return
        try:
            self._transact([_append_of(job) for job in open_jobs])
        except Exception:
            gone = self._connection_error()
            for job in open_jobs:
                if gone is not None:
                    self._fail(job, gone)
                elif not self._refuse(job):
                    self._append_alone(job)

    def _connection_error(self) -> Exception | None:
        """Return why there is no connection: to try again for each room would take long then."""
        try:
            self.database.writer.connect().close()
        except Exception as error:
            return error
        return None

    def _refuse(self, job: _Job) -> bool:
        """Set the error of an append to a room in which one failed."""
        append = _append_of(job)
        failed = self._failed.get(append.room)
        if failed is None or append.epoch > failed or append.new is not None:
            return False
        job.error = CommitFailedError(
            f"room {append.room}: an earlier commit of epoch {failed} failed; the room must be opened again"
        )
        return True

    def _append_alone(self, job: _Job) -> None:
        append = _append_of(job)
        try:
            if not self._is_there(append):
                self._transact([append])
        except Exception as error:
            try:
                if self._is_there(append):
                    return
            except Exception:
                pass  # then nobody knows; the next epoch finds out
            self._fail(job, error)

    def _fail(self, job: _Job, error: Exception) -> None:
        append = _append_of(job)
        job.error = _as_failure(append.room, error)
        # The database itself goes on refusing a wrong epoch and an unknown room; a new room is nobody's.
        if append.new is None and not isinstance(error, FencedError | UnknownRoomError):
            self._failed[append.room] = append.epoch

    def _transact(self, appends: Sequence[Append]) -> None:
        """Write and commit; afterwards remember the last numbers."""
        rooms = frozenset(append.room for append in appends)
        known = {room: self._last.pop(room) for room in rooms if room in self._last}
        begun = time.perf_counter()
        with self.database.writer.connect() as connection:
            last = write(connection, appends, known)
            self._commit(rooms, connection.commit)
        if len(self._last) + len(last) > REMEMBERED_ROOMS:
            self._last.clear()
        self._last.update(last)
        self.commits += 1
        events = sum(len(append.rows) for append in appends)
        self.rows += events
        self.observe(time.perf_counter() - begun, events)

    def _is_there(self, append: Append) -> bool:
        with self.database.writer.connect() as connection:
            return is_there(connection, append)

    def _reopen(self, room: str, epoch: int | None, owner: str | None, now: int) -> int:
        self._last.pop(room, None)
        try:
            with self.database.writer.connect() as connection:
                columns = ROOMS.c.epoch, ROOMS.c.owner, ROOMS.c.status
                query = select(*columns).where(ROOMS.c.id == room).with_for_update()
                row = connection.execute(query).one_or_none()
                if row is None or row.status == "closed":
                    raise UnknownRoomError(f"there is no room {room}, or it is closed")
                found, before = row.epoch, row.owner
                if owner is not None:
                    check_owner(connection, room, before, owner, now)
                if epoch is not None and epoch != found:
                    raise FencedError(
                        f"room {room} is in epoch {found}, not {epoch}: another process has it"
                    )
                change = update(ROOMS).where(ROOMS.c.id == room, ROOMS.c.epoch == found)
                values = {"epoch": found + 1, "owner": owner}
                if connection.execute(change.values(values)).rowcount != 1:
                    raise FencedError(f"room {room} was opened by another process at the same time")
                self._commit(frozenset([room]), connection.commit)
        except LogError:
            raise
        except Exception as error:
            raise _as_failure(room, error) from error
        self.commits += 1
        self._failed.pop(room, None)
        return int(found) + 1


def _append_of(job: _Job) -> Append:
    assert isinstance(job.work, Append)
    return job.work


def _as_failure(room: str, error: Exception) -> LogError:
    """Return an error that says what was not committed."""
    if isinstance(error, LogError):
        return error
    failure = CommitFailedError(f"room {room}: the commit failed: {reason_of(error)}")
    failure.__cause__ = error
    return failure


def _tell(jobs: Iterable[_Job]) -> None:
    """Finish the futures of jobs, with one call for each event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        loops.setdefault(job.loop, []).append(job)
    for loop, done in loops.items():
        try:
            loop.call_soon_threadsafe(_finish, done)
        except RuntimeError:
            if not loop.is_closed():
                raise


def _finish(jobs: Iterable[_Job]) -> None:
    for job in jobs:
        if job.future.done():  # given up
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)

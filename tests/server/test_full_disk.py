"""A disk of SQLite that is full or broken, really: nothing that was acknowledged is lost."""

import asyncio
import itertools
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from tests.server.logs import last_seq, results, row, together, url, with_log
from tests.server.players import (
    OPTIONS,
    check_acts,
    check_client,
    check_log,
    check_same,
    connected,
    lost_acts,
    seat,
    serving,
)
from tests.server.wire.running import eventually, run, soon

from catanlab.server.client.client import RefusedError
from catanlab.server.database.database import Database
from catanlab.server.database.errors import CommitFailedError
from catanlab.server.database.writer import LogWriter

SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=5")


@contextmanager
def pages(log: LogWriter, more: int) -> Iterator[None]:
    """Let the database have so many pages more and then be full."""

    def set_pages(number: int) -> None:
        with log.database.writing() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {number}")

    with log.database.reader.connect() as connection:
        now = int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())
    set_pages(now + more)
    yield
    set_pages(2**31)


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        body = b'"' + bytes(1500).replace(b"\0", b"x") + b'"'
        with pages(log, 12):
            tried = [row(seq, body=body) for seq in range(1, 41)]
            done = [(await results(log.append("a", 1, [each])))[0] for each in tried]
            with pytest.raises(CommitFailedError):
                await log.append("a", 1, [row(41)])
        kept = sum(done)
        assert 0 < kept < 40
        assert done == [True] * kept + [False] * (40 - kept)
        assert log.database.read_rows("a") == tried[:kept]
        epoch = await log.reopen("a")
        await log.append("a", epoch, [row(kept + 1, epoch=epoch, body=body)])
        assert last_seq(log.database, "a") == kept + 1

    with_log(tmp_path, test)


def test_on_a_full_disk_a_small_append_may_still_fit(tmp_path: Path) -> None:
    """All rooms of a commit failed for one that is too large; alone the small ones are committed."""

    async def test(log: LogWriter) -> None:
        with pages(log, 6):
            with together(log):
                large = log.append("a", 1, [row(1, body=b'"' + b"x" * 200_000 + b'"')])
                small = [log.append(room, 1, [row(1, room)]) for room in "bc"]
            assert await results(large, *small) == [False, True, True]
        assert [last_seq(log.database, room) for room in "abc"] == [0, 1, 1]

    with_log(tmp_path, test, rooms="abc")


def test_an_error_of_the_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """The system refuses to let the files grow, amid a write: SQLite has an I/O error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)])
        size = (tmp_path / "rooms.db-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1000, hard))
        try:
            with pytest.raises(CommitFailedError, match="disk I/O error"):
                await log.append("a", 1, [row(2)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert log.database.read_rows("a") == [row(1)]
        epoch = await log.reopen("a")
        await log.append("a", epoch, [row(2, epoch=epoch)])

    with_log(tmp_path, test)
    with Database(url(tmp_path)) as database:
        assert database.read_rows("a") == [row(1), row(2, epoch=2)]


class Disk:
    """A database that can be made full: it may take no more pages."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def pragma(self, text: str) -> int:
        """Set or get a pragma of the writer's connection, in the writing thread."""
        with self.database.writer.connect() as connection:
            return int(connection.exec_driver_sql(f"PRAGMA {text}").scalar_one())


async def code_for_new_people(url: str) -> str:
    """Let new people come until one is refused, and return the code."""
    try:
        for number in itertools.count():
            await (await connected(url, f"New {number}")).close()
    except RefusedError as error:
        return error.code


@pytest.mark.full
def test_a_full_disk_stops_a_game_only_as_long_as_it_is_full(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            table = await seat(server.url, SHORT, people=4, faults=["not-committed"])
            spectator = await connected(server.url, "Watcher")
            seen = await spectator.join(table.room)
            writer, database = server.hub.services.writer, server.hub.services.database
            disk = Disk(database)
            playing = asyncio.ensure_future(table.play())
            await soon(spectator.until(lambda: seen.seq > 30))
            pages = await writer.run(disk.pragma, "page_count")
            await writer.run(disk.pragma, f"max_page_count = {pages}")
            refused = lambda: sum(person.refused["not-committed"] for person in table.people)  # noqa: E731
            await eventually(lambda: refused() > 0)
            # Nobody saw what is not kept. What is small may still be kept, and on its way to who looks on.
            shown, epoch = seen.seq, server.room(table.room).epoch
            assert shown <= last_seq(database, table.room) or seen.epoch < epoch
            await eventually(
                lambda: (
                    seen.seq == last_seq(database, table.room) or seen.epoch < server.room(table.room).epoch
                )
            )
            # New people are refused, too, as soon as there is no place for their names.
            assert await soon(code_for_new_people(server.url)) == "not-committed"
            await writer.run(disk.pragma, "max_page_count = 1073741823")
            await soon(spectator.until(lambda: seen.seq > shown + 10))
            assert seen.epoch > 1
            await playing
            await soon(spectator.until(lambda: seen.seq == len(server.room(table.room).history)))
            live = await server.settled(table.room)
            rebuilt = check_log(database, table.room)
            check_same(rebuilt, live)
            check_acts(database, table)
            check_client(seen, rebuilt, rebuilt.public)
            lost_acts(database, table)
            # Every time the room was loaded again the wait before it was longer: it did not spin.
            assert server.room(table.room).epoch < 20
            await table.leave()
            await spectator.close()

    run(test())

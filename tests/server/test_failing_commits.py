"""A commit that fails hurts its own room alone; what is acknowledged is exactly what the database holds."""

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples
from tests.server.logs import Faults, When, line, room_row, row, together, url, with_log

from catanlab.server.database.database import Database
from catanlab.server.database.errors import CommitFailedError
from catanlab.server.database.rows import Row
from catanlab.server.database.standing import Standing
from catanlab.server.database.writer import LogWriter

WHENS: tuple[When, ...] = ("before", "after")


async def results(*futures: "asyncio.Future[None]") -> list[bool]:
    """Return which appends were done; any error but a failed commit is raised."""
    done = await asyncio.gather(*futures, return_exceptions=True)
    for result in done:
        if result is not None and not isinstance(result, CommitFailedError):
            raise result
    return [result is None for result in done]


def test_a_failed_commit_of_several_rooms_is_made_again_one_by_one(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        faults.broken["b"] = "before"
        faults.commits.clear()
        with together(log):
            appends = [log.append(room, 1, [row(seq, room)]) for seq in (1, 2) for room in "abc"]
        assert await results(*appends) == [True, False, True, True, False, True]
        assert [log.database.last_seq(room) for room in "abc"] == [2, 0, 2]
        together_first, *alone = faults.commits
        assert together_first == frozenset("abc")
        assert sorted("".join(rooms) for rooms in alone) == ["a", "a", "b", "c", "c"], (
            "b is not tried again"
        )

    with_log(tmp_path, test, rooms="abc", commit=faults)


def test_after_a_failure_a_room_takes_nothing_until_it_is_opened_again(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)])
        faults.broken["a"] = "before"
        with pytest.raises(CommitFailedError, match="says the test"):
            await log.append("a", 1, [row(2)])
        faults.broken.clear()
        with pytest.raises(CommitFailedError, match="must be opened again"):
            await log.append("a", 1, [row(2)])
        with pytest.raises(CommitFailedError, match="must be opened again"):
            await log.append("a", 1, (), [line("x")])
        await log.append("b", 1, [row(1, "b")])
        assert await log.reopen("a") == 2
        await log.append("a", 2, [row(2, epoch=2)])
        assert log.database.read_rows("a") == [row(1), row(2, epoch=2)]

    with_log(tmp_path, test, rooms="ab", commit=faults)


def test_appends_that_waited_behind_a_failed_one_fail_too(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        faults.broken["a"] = "before"
        appends = [log.append("a", 1, [row(seq)]) for seq in range(1, 6)]
        opened = log.reopen("a")
        assert await results(*appends) == [False] * 5
        with pytest.raises(CommitFailedError, match="says the test"):
            await opened
        assert log.database.read_rows("a") == []

    with_log(tmp_path, test, commit=faults)


def test_a_room_that_cannot_be_opened_again_stays_closed(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        faults.broken["a"] = "before"
        assert await results(log.append("a", 1, [row(1)])) == [False]
        with pytest.raises(CommitFailedError):
            await log.reopen("a")
        faults.broken.clear()
        with pytest.raises(CommitFailedError):
            await log.append("a", 1, [row(1)])
        epoch = await log.reopen("a")
        await log.append("a", epoch, [row(1, epoch=epoch)])

    with_log(tmp_path, test, commit=faults)


def test_a_commit_that_reached_the_disk_and_failed_all_the_same_is_done(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        faults.broken = {"a": "after", "b": "after"}
        assert await results(
            log.append("a", 1, [row(1, act="x")], [line("y")], standing=Standing("playing", b"{}")),
            log.append("b", 1, (), [line("x", "b")]),
        ) == [True, True]
        assert log.database.read_rows("a") == [row(1, act="x")]
        assert log.database.read_chat("b") == [line("x", "b")]
        await log.create_room(room_row("c"))
        faults.broken["d"] = "after"
        await log.create_room(room_row("d"))
        await log.append("a", 1, [row(2)])

    with_log(tmp_path, test, rooms="ab", commit=faults)


def test_where_nobody_can_tell_the_next_epoch_finds_out(tmp_path: Path) -> None:
    """The database is gone just after the commit: the append fails, but its rows are there later."""
    faults = Faults()

    class Gone(LogWriter):
        def _is_there(self, append: object) -> bool:
            raise OSError("the database does not answer")

    async def test(log: LogWriter) -> None:
        async with Gone(log.database, commit=faults) as gone:
            faults.broken["a"] = "after"
            assert await results(gone.append("a", 1, [row(1, act="x")])) == [False]
            faults.broken.clear()
            epoch = await gone.reopen("a")
            assert log.database.acts("a") == {("p", "x"): 1}
            await gone.append("a", epoch, [row(2, epoch=epoch)])

    with_log(tmp_path, test)


@pytest.mark.full
@examples(100)
@given(
    plan=st.dictionaries(st.integers(0, 30), st.sampled_from(WHENS), max_size=12),
    steps=st.lists(
        st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 3)), min_size=1, max_size=6), max_size=6
    ),
)
def test_the_log_is_what_was_acknowledged_wherever_commits_fail(
    plan: dict[int, When], steps: list[list[tuple[str, int]]]
) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        kept: dict[str, list[Row]] = {room: [] for room in "abc"}
        epochs = dict.fromkeys("abc", 1)
        faults.commits.clear()
        faults.plan = plan
        for step in steps:
            tried = []
            last = {room: len(rows) for room, rows in kept.items()}
            for room, count in step:
                rows = [row(last[room] + n, room, epoch=epochs[room]) for n in range(1, count + 1)]
                last[room] += count
                tried.append((room, rows, log.append(room, epochs[room], rows)))
            done = await results(*(future for _, _, future in tried))
            failed = set()
            for (room, rows, _), worked in zip(tried, done, strict=True):
                assert not (worked and room in failed), "an append came after one that failed"
                if worked:
                    kept[room] += rows
                else:
                    failed.add(room)
            for room in failed:
                while True:
                    try:
                        epochs[room] = await log.reopen(room)
                    except CommitFailedError:
                        continue
                    break
            for room in kept:
                assert log.database.read_rows(room) == kept[room]

    with TemporaryDirectory() as folder:
        with_log(Path(folder), test, rooms="abc", commit=faults)


# Real failures of the disk.


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
        assert log.database.last_seq("a") == kept + 1

    with_log(tmp_path, test)


def test_on_a_full_disk_a_small_append_may_still_fit(tmp_path: Path) -> None:
    """All rooms of a commit failed for one that is too large; alone the small ones are committed."""

    async def test(log: LogWriter) -> None:
        with pages(log, 6):
            with together(log):
                large = log.append("a", 1, [row(1, body=b'"' + b"x" * 200_000 + b'"')])
                small = [log.append(room, 1, [row(1, room)]) for room in "bc"]
            assert await results(large, *small) == [False, True, True]
        assert [log.database.last_seq(room) for room in "abc"] == [0, 1, 1]

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

"""A commit that fails hurts its own room alone; what is acknowledged is exactly what the database holds."""

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.server.hubs import Bench, on_bench
from tests.server.logs import Faults, When, last_seq, line, results, room_row, row, together, with_log

from catanlab.server import wire
from catanlab.server.database.errors import CommitFailedError
from catanlab.server.database.rows import Row
from catanlab.server.database.standing import Standing
from catanlab.server.database.writer import LogWriter

pytestmark = pytest.mark.usefixtures("both_databases")

WHENS: tuple[When, ...] = ("before", "after")


def test_a_failed_commit_of_several_rooms_is_made_again_one_by_one(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        faults.broken["b"] = "before"
        faults.commits.clear()
        with together(log):
            appends = [log.append(room, 1, [row(seq, room)]) for seq in (1, 2) for room in "abc"]
        assert await results(*appends) == [True, False, True, True, False, True]
        assert [last_seq(log.database, room) for room in "abc"] == [2, 0, 2]
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


def test_a_room_that_is_gone_is_not_remembered(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        await bench.settle()
        writer = bench.services.writer
        bench.faults.broken[room] = "before"
        bench.hub.rooms.unload(room, close=True)  # which cannot be written
        await bench.settle()
        assert room not in bench.hub.rooms.hosts
        assert not writer._failed
        assert room not in writer._last

    on_bench(tmp_path, test)


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


_numbers = itertools.count()


@pytest.mark.full
@settings(examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    plan=st.dictionaries(st.integers(0, 30), st.sampled_from(WHENS), max_size=12),
    steps=st.lists(
        st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 3)), min_size=1, max_size=6), max_size=6
    ),
)
def test_the_log_is_what_was_acknowledged_wherever_commits_fail(
    tmp_path: Path, plan: dict[int, When], steps: list[list[tuple[str, int]]]
) -> None:
    faults = Faults()
    # All examples have one database, and rooms of their own.
    rooms = {letter: f"{letter}{next(_numbers)}" for letter in "abc"}

    async def test(log: LogWriter) -> None:
        kept: dict[str, list[Row]] = {room: [] for room in rooms.values()}
        epochs = dict.fromkeys(kept, 1)
        faults.commits.clear()
        faults.plan = plan
        for step in steps:
            tried = []
            last = {room: len(rows) for room, rows in kept.items()}
            for letter, count in step:
                room = rooms[letter]
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

    with_log(tmp_path, test, rooms=rooms.values(), commit=faults)

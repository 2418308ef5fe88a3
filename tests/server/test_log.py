"""The log is atomic, ordered and without gaps; appends that gather share a commit; old epochs fail."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.server.logs import Faults, last_seq, line, room_row, row, url, with_log

from catanlab.framework.errors import ArgumentError
from catanlab.server.database.database import Database
from catanlab.server.database.errors import (
    CommitFailedError,
    DiceUsedError,
    FencedError,
    LogClosedError,
    LogOrderError,
    OverloadedError,
    RoomExistsError,
    UnknownRoomError,
)
from catanlab.server.database.rows import DiceRow, RoomRow
from catanlab.server.database.standing import Standing
from catanlab.server.database.tables import DICE
from catanlab.server.database.writer import LogWriter
from catanlab.server.dice import Dice

pytestmark = pytest.mark.usefixtures("both_databases")


class Held:
    """Commits that wait until they are let go, so that more can gather meanwhile."""

    def __init__(self) -> None:
        self.commits: list[frozenset[str]] = []
        self.begun = threading.Event()
        self.free = threading.Event()
        self.free.set()

    def __call__(self, rooms: frozenset[str], commit: Callable[[], None]) -> None:
        self.commits.append(rooms)
        self.begun.set()
        assert self.free.wait(60)
        commit()

    async def hold(self, log: LogWriter) -> "asyncio.Future[None]":
        """Append to room a, and return when the commit of that waits."""
        self.free.clear()
        self.begun.clear()
        future = log.append("a", 1, [row(last_seq(log.database, "a") + 1)])
        assert await asyncio.to_thread(self.begun.wait, 60)
        return future


def test_what_is_acknowledged_is_in_the_database(tmp_path: Path) -> None:
    rows = [row(1, act="one"), row(2, body=b'{"e":"ended"}')]

    async def test(log: LogWriter) -> None:
        await log.append("a", 1, rows, [line("two", seq=2)], standing=Standing("over", b"{}"))
        with Database(url(tmp_path)) as other:
            assert other.read_rows("a") == rows
            assert other.read_chat("a") == [line("two", seq=2)]
            assert other.room("a") == RoomRow("a", 1, True, "", "over", summary=b"{}")

    with_log(tmp_path, test)


def test_nothing_is_acknowledged_or_visible_before_the_commit(tmp_path: Path) -> None:
    held = Held()

    async def test(log: LogWriter) -> None:
        future = await held.hold(log)
        assert log.database.read_rows("a") == []
        assert not future.done()
        assert log.waiting == 1
        held.free.set()
        await future
        assert log.database.read_rows("a") == [row(1)]
        assert log.waiting == 0

    with_log(tmp_path, test, commit=held)


def test_appends_that_gather_during_a_commit_share_the_next(tmp_path: Path) -> None:
    held = Held()

    async def test(log: LogWriter) -> None:
        first = await held.hold(log)
        before = len(held.commits)
        more = [log.append(room, 1, [row(seq, room)]) for seq in range(1, 20) for room in "bcd"]
        held.free.set()
        await asyncio.gather(first, *more)
        assert held.commits[before:] == [frozenset("bcd")]

    with_log(tmp_path, test, rooms="abcd", commit=held)


def test_futures_are_done_in_the_order_of_the_appends(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        done: list[int] = []
        futures = [log.append("a", 1, [row(seq)]) for seq in range(1, 101)]
        for seq, future in enumerate(futures, 1):
            future.add_done_callback(lambda _, seq=seq: done.append(seq))  # type: ignore[misc]
        await asyncio.gather(*futures)
        assert done == list(range(1, 101))
        assert log.database.read_rows("a") == [row(seq) for seq in range(1, 101)]

    with_log(tmp_path, test)


def test_a_call_runs_in_order_with_the_appends(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        before = log.append("a", 1, [row(1)])
        seen = log.run(last_seq, log.database)
        after = log.append("a", 1, [row(2)])
        await asyncio.gather(before, after)
        assert await seen == 1

    with_log(tmp_path, test)


def test_a_call_that_fails_has_its_error_and_hurts_nobody(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        wrong = log.run(int, "seven")
        await log.append("a", 1, [row(1)])
        with pytest.raises(ValueError, match="seven"):
            await wrong

    with_log(tmp_path, test)


def test_numbers_have_no_gaps(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)])
        with pytest.raises(LogOrderError, match="event 3 cannot follow 1"):
            await log.append("a", 1, [row(3)])
        with pytest.raises(ArgumentError, match="gaps"):
            log.append("a", 1, [row(2), row(4)])
        assert log.database.read_rows("a") == [row(1)]

    with_log(tmp_path, test)


def test_a_number_is_never_written_twice(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)])
        with pytest.raises(LogOrderError):
            await log.append("a", 1, [row(1, body=b'"other"')])
        assert log.database.read_rows("a") == [row(1)]

    with_log(tmp_path, test)


def test_an_act_is_done_once(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1, act="x"), row(2)])
        with pytest.raises(CommitFailedError, match=r"(?i)unique"):
            await log.append("a", 1, [row(3, act="x")])
        epoch = await log.reopen("a")
        await log.append("a", epoch, (), [line("y")])
        with pytest.raises(CommitFailedError, match=r"(?i)unique"):
            await log.append("a", epoch, (), [line("z"), line("y")])
        assert log.database.acts("a") == {("p", "x"): 1, ("p", "y"): 0}

    with_log(tmp_path, test)


def test_the_same_act_of_another_person_or_room_is_another(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1, act="x")])
        await log.append("b", 1, [row(1, "b", act="x")])
        other = line("x")
        await log.append("a", 1, (), [other])
        assert log.database.acts("b") == {("p", "x"): 1}

    with_log(tmp_path, test, rooms="ab")


def test_a_part_of_another_room_or_epoch_is_refused_at_once(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        for rows, chat in (([row(1, "b")], []), ([row(1, epoch=2)], []), ([], [line("x", "b")])):
            with pytest.raises(ArgumentError):
                log.append("a", 1, rows, chat)

    with_log(tmp_path, test)


def test_an_older_epoch_cannot_write(tmp_path: Path) -> None:
    """Two processes that both believe the room to be theirs: the one that opened it last has it."""

    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)])
        with Database(url(tmp_path)) as database:
            async with LogWriter(database) as other:
                assert await other.reopen("a", epoch=1, owner="other") == 2
                with pytest.raises(FencedError, match="epoch 2, not 1"):
                    await log.append("a", 1, [row(2)])
                await other.append("a", 2, [row(2, epoch=2)])
                with pytest.raises(FencedError):
                    await log.append("a", 1, (), [line("x")])
                with pytest.raises(FencedError):
                    await log.reopen("a", epoch=1)
                assert await log.reopen("a", epoch=2) == 3
                with pytest.raises(FencedError):
                    await other.append("a", 2, [row(3, epoch=2)])
                await log.append("a", 3, [row(3, epoch=3)])
        assert [found.epoch for found in log.database.read_rows("a")] == [1, 2, 3]

    with_log(tmp_path, test)


def test_a_lease_is_kept_with_the_epoch(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.reopen("a", owner="process 7")
        found = log.database.room("a")
        assert found is not None
        assert (found.epoch, found.owner) == (2, "process 7")

    with_log(tmp_path, test)


def test_a_room_is_made_with_its_first_events_or_not_at_all(tmp_path: Path) -> None:
    faults = Faults()

    async def test(log: LogWriter) -> None:
        faults.broken["b"] = "before"
        with pytest.raises(CommitFailedError):
            await log.create_room(room_row("b"), [row(1, "b")])
        assert log.database.room("b") is None
        faults.broken.clear()
        await log.create_room(room_row("b"), [row(1, "b")])
        await log.append("b", 1, [row(2, "b")])
        assert log.database.read_rows("b") == [row(1, "b"), row(2, "b")]

    with_log(tmp_path, test, commit=faults)


def test_a_new_room_never_takes_the_id_of_another(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)])
        again = RoomRow("a", 2, False, "secret", "waiting")
        with pytest.raises(RoomExistsError):
            await log.create_room(again, [row(1, body=b'"other"')])
        await log.append("a", 1, [row(2)])
        assert log.database.room("a") == room_row("a")

    with_log(tmp_path, test)


def test_an_unknown_room_is_refused(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        with pytest.raises(UnknownRoomError):
            await log.append("z", 1, [row(1, "z")])
        with pytest.raises(UnknownRoomError):
            await log.reopen("z")
        await log.create_room(room_row("z"))
        await log.append("z", 1, [row(1, "z")])

    with_log(tmp_path, test)


def dice_row(dice: Dice, game: int = 1) -> DiceRow:
    return DiceRow(dice.room, dice.commitment, dice.secret, dice.salt, 1, game)


def kept_dice(database: Database) -> list[DiceRow]:
    with database.reader.connect() as connection:
        columns = [DICE.c[name] for name in DiceRow.__struct_fields__]
        return [DiceRow(*found) for found in connection.execute(select(*columns).order_by(DICE.c.game))]


def test_dice_are_kept_and_never_used_again(tmp_path: Path) -> None:
    first = Dice.new("a")

    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(1)], dice=dice_row(first))
        assert kept_dice(log.database) == [dice_row(first)]
        same_secret = Dice("b", first.secret, Dice.new("b").salt)
        with pytest.raises(DiceUsedError):
            await log.create_room(room_row("b"), [row(1, "b")], dice=dice_row(same_secret))
        assert log.database.room("b") is None
        with pytest.raises(DiceUsedError):
            await log.append("a", 1, [row(2)], dice=dice_row(first, game=2))
        epoch = await log.reopen("a")
        second = Dice.new("a")
        await log.append("a", epoch, [row(2, epoch=epoch)], dice=dice_row(second, game=2))
        assert kept_dice(log.database) == [dice_row(first), dice_row(second, game=2)]

    with_log(tmp_path, test)


def test_too_much_is_refused_at_once_and_nothing_of_it_is_done(tmp_path: Path) -> None:
    held = Held()

    async def test(log: LogWriter) -> None:
        first = await held.hold(log)
        gathered = [log.append("a", 1, [row(seq)]) for seq in range(2, 11)]
        assert log.is_full
        with pytest.raises(OverloadedError, match="10 rows wait"):
            log.append("a", 1, [row(11)])
        with pytest.raises(OverloadedError):
            log.reopen("a")
        held.free.set()
        await asyncio.gather(first, *gathered)
        assert not log.is_full
        await log.append("a", 1, [row(11)])
        assert last_seq(log.database, "a") == 11

    with_log(tmp_path, test, commit=held, limit=10)


def test_one_append_above_the_limit_is_taken_if_nothing_waits(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.append("a", 1, [row(seq) for seq in range(1, 30)])

    with_log(tmp_path, test, limit=10)


def test_closing_commits_what_waits_and_refuses_the_rest(tmp_path: Path) -> None:
    held = Held()

    async def test(log: LogWriter) -> None:
        futures = [await held.hold(log), log.append("a", 1, [row(2)])]
        closing = asyncio.create_task(log.close())
        await asyncio.wait([closing], timeout=0)  # it has begun
        with pytest.raises(LogClosedError):
            log.append("a", 1, [row(3)])
        held.free.set()
        await asyncio.gather(*futures)
        await closing
        assert last_seq(log.database, "a") == 2

    with_log(tmp_path, test, commit=held)


def test_giving_up_a_future_does_not_undo_its_append(tmp_path: Path) -> None:
    held = Held()

    async def test(log: LogWriter) -> None:
        (await held.hold(log)).cancel()
        second = log.append("a", 1, [row(2)])
        held.free.set()
        await second
        assert log.database.read_rows("a") == [row(1), row(2)]

    with_log(tmp_path, test, commit=held)


def test_the_last_numbers_of_many_rooms_are_forgotten_and_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catanlab.server.database.writer.REMEMBERED_ROOMS", 2)

    async def test(log: LogWriter) -> None:
        for seq in (1, 2, 3):
            for room in "abcde":
                await log.append(room, 1, [row(seq, room)])
        assert {last_seq(log.database, room) for room in "abcde"} == {3}

    with_log(tmp_path, test, rooms="abcde")

"""Rooms whose robots have to wait because all workers are busy."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from msgspec import UNSET
from tests.server.hubs import Bench, on_bench
from tests.server.rooms import seated

from catanlab.server import wire
from catanlab.server.robots.questions import Answer, Question, RobotsBusyError
from catanlab.server.rooms.announcements import ANNOUNCE_SECONDS

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]


def test_a_robot_is_asked_again_soon_even_if_nobody_knows_when_a_worker_will_be_free() -> None:
    driven = seated("ann", seats=(3,))
    [ask] = driven.desk.asks(driven.now)
    driven.desk.was_busy(ask, math.inf, driven.now)
    assert driven.desk.asks(driven.now + 9.9) == []
    assert [again.seat for again in driven.desk.asks(driven.now + 10.0)] == [ask.seat]


def test_people_are_told_soon_that_the_robots_are_busy_and_when_they_no_longer_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        ask, refused = bench.pool.ask, 2

        async def busy_at_first(question: Question) -> Answer:
            nonlocal refused
            if refused:
                refused -= 1
                raise RobotsBusyError(3.0)
            return await ask(question)

        monkeypatch.setattr(bench.pool, "ask", busy_at_first)
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Start(id=ann.id(), room=room))
        await bench.pass_time(ANNOUNCE_SECONDS)
        assert ann.update.table is not UNSET
        assert ann.update.table.busy
        count = len(ann.box.of(wire.Update))
        await bench.pass_time(3.0)  # busy as before: nothing new to tell
        assert len(ann.box.of(wire.Update)) == count
        await bench.pass_time(3.0)
        assert ann.update.table is not UNSET
        assert not ann.update.table.busy

    on_bench(tmp_path, test)


def test_while_searches_wait_too_long_only_games_with_quick_robots_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        monkeypatch.setattr(bench.pool._schedule, "is_crowded", lambda now, payer: True)
        ann = await bench.guest("Ann")
        searching = await bench.room(ann, wire.RoomOptions(robots=("uct:iterations=100",)))
        start = wire.Start(id=ann.id(), room=searching)
        await ann.do(start)
        assert ann.box.answers(start.id) == ["robots-busy"]
        assert bench.host(searching).room.status == "waiting"
        quick = await bench.room(ann)
        await ann.do(wire.Start(id=ann.id(), room=quick))
        assert bench.host(quick).room.status == "playing"
        monkeypatch.undo()
        await ann.do(start)  # the same act, when there is space again
        assert ann.box.answers(start.id) == ["robots-busy", "ack"]
        assert bench.host(searching).room.status == "playing"

    on_bench(tmp_path, test)

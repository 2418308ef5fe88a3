"""Five hundred spectators come and go: everybody hears of it, but not five hundred times."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.hubs import Bench, on_bench

from catanlab.server import wire

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("both_databases"),
]

CROWD = 500


def test_a_crowd_costs_updates_in_proportion_to_its_size(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        crowd = [await bench.guest(f"G{number}") for number in range(CROWD)]
        commits = len(bench.faults.commits)
        before = len(ann.box.of(wire.Update))
        for guest in crowd:
            await guest.send(wire.Join(room=room))
        await bench.settle()
        assert all(guest.update.reset for guest in crowd)  # each has the game at once
        await bench.pass_time(0.5)
        sent = sum(len(guest.box.of(wire.Update)) for guest in crowd)
        assert sent <= 3 * CROWD
        assert len(ann.box.of(wire.Update)) - before <= 3
        table = ann.update.table
        assert isinstance(table, wire.TableInfo)
        assert table.spectators == CROWD
        assert len(bench.faults.commits) - commits <= 3
        assert bench.host(room).line.spectators == CROWD
        # An event goes to everybody at once, with the whole table.
        for guest in crowd[:100]:
            await guest.send(wire.Part(room=room))
        await bench.settle()
        await ann.do(wire.Lock(id="lock", room=room, seat=1, locked=True))
        table = crowd[-1].update.table
        assert isinstance(table, wire.TableInfo)
        assert table.spectators == CROWD - 100
        assert bench.host(room).line.spectators == CROWD - 100
        total = sum(len(guest.box.of(wire.Update)) for guest in crowd[100:])
        await bench.pass_time(5.0)
        assert sum(len(guest.box.of(wire.Update)) for guest in crowd[100:]) == total  # nothing waited

    on_bench(tmp_path, test)


def test_a_seat_that_loses_its_connection_is_seen_within_half_a_second(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        await bench.game(ann, bob)
        bob.session.closed()
        await bench.pass_time(0.5)
        table = ann.update.table
        assert isinstance(table, wire.TableInfo)
        assert not table.seats[1].connected

    on_bench(tmp_path, test)

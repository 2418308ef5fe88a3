"""A server that is asked to end amid games: it ends well, and has nothing to complain about."""

import asyncio
import gc
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.hubs import Bench, on_bench
from tests.server.players import OPTIONS, Table, seat
from tests.server.room_server import KillableServer
from tests.server.wire.running import run

from catanlab.server import wire
from catanlab.server.rooms.announcements import ANNOUNCE_SECONDS

pytestmark = pytest.mark.full


def acts(tables: Sequence[Table]) -> int:
    return sum(len(person.done) for table in tables for person in table.people)


def test_a_server_that_ends_under_play_writes_no_traceback(tmp_path: Path) -> None:
    log = tmp_path / "log"
    codes = []

    async def test() -> None:
        async with KillableServer(tmp_path, log=log) as server:
            tables = [await seat(server.url, OPTIONS, people=n % 2 + 1, seed=100 + n) for n in range(8)]
            games = [asyncio.ensure_future(table.play(3600.0)) for table in tables]
            mark = acts(tables) + 20
            while acts(tables) < mark:
                await asyncio.sleep(0.001)
            assert not any(game.done() for game in games), "a game ended before the server"
            codes.append(await server.end())
            for game in games:
                game.cancel()
            await asyncio.gather(*games, return_exceptions=True)
            for table in tables:
                await table.leave()

    run(test())
    written = log.read_text()
    assert codes == [0]
    assert "Traceback" not in written, written
    assert "never retrieved" not in written, written


@pytest.mark.parametrize("fails", [False, True])
def test_a_room_that_has_ended_changes_no_more_and_leaves_no_error_behind(
    tmp_path: Path, fails: bool
) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob, options=OPTIONS)
        await bench.pass_time(ANNOUNCE_SECONDS)
        host = bench.host(room)
        if fails:  # the database goes while commits are under way
            bench.faults.broken[room] = "before"
        for number in range(3):
            await ann.send(wire.Chat(id=f"before {number}", room=room, text="Good bye"))
        await host.close()
        count = len(host.room.history)
        await bench.services.writer.close()
        for number in range(3):
            await ann.send(wire.Chat(id=f"after {number}", room=room, text="Is anybody there?"))
        bob.session.closed()
        ann.session.closed()
        await asyncio.sleep(0)
        assert len(host.room.history) == count
        assert ann.box.answers("before 2") == ([] if fails else ["ack"])
        assert ann.box.answers("after 0") == []
        found = [each for each in gc.get_objects() if issubclass(type(each), asyncio.Future)]
        unheard = [each for each in found if each.done() and each._log_traceback]
        assert unheard == []

    on_bench(tmp_path, test)

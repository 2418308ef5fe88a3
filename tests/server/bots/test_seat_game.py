"""A game rebuilt from what one seat was sent: its views are those of the server, byte for byte."""

from pathlib import Path

import msgspec
import pytest
from tests.server.bots.rebuilding import Rebuilders
from tests.server.players import OPTIONS, check_log, connected, seat, serving
from tests.server.wire.running import run, soon

from catanlab.games.catan.rules import NAMED_RULES
from catanlab.server import wire
from catanlab.server.bot_client.seat_game import RebuildError, SeatGame
from catanlab.server.client import connect
from catanlab.server.rooms.room import Room


async def play(folder: Path, rules: str, people: int, seed: int) -> tuple[Room, Rebuilders]:
    """Play a game in which every person, and a spectator, rebuild what they see."""
    rebuilders = Rebuilders()
    async with serving(folder) as server:
        options = msgspec.structs.replace(OPTIONS, rules=rules)
        table = await seat(server.url, options, people=people, seed=seed, dial=rebuilders.dial)
        spectator = await connect(server.url, "Spectator", dial=rebuilders.dial)
        seen = await spectator.join(table.room)
        await table.play()
        live = server.room(table.room)
        for follower in (*(person.client for person in table.people), spectator):
            await soon(follower.until(lambda room=follower.rooms[table.room]: room.seq == len(live.history)))
        assert seen.seat is None
        await table.leave()
        await spectator.close()
        return check_log(server.hub.services.database, table.room), rebuilders


@pytest.mark.full
@pytest.mark.parametrize("rules", NAMED_RULES)
def test_every_view_is_rebuilt_in_a_game_by_each_set_of_rules(rules: str, tmp_path: Path) -> None:
    room, rebuilders = run(play(tmp_path, rules, people=2, seed=40 + NAMED_RULES.index(rules)))
    assert [line.game.seat for line in rebuilders.lines if line.game] == [0, 1, None]
    for line in rebuilders.lines:
        assert line.game is not None
        assert line.game.seq == len(room.history)
        assert line.compared > 50
        # What an agent heard here is what a robot of the server in the same seat would have heard.
        if line.game.seat is not None:
            assert line.game.heard == room.heard[line.game.seat]


@pytest.mark.full
@pytest.mark.parametrize("rules", ["trading,players=2", "trading,players=3", "trading,max_turns=12"])
def test_every_view_is_rebuilt_with_all_kinds_of_trade(rules: str, tmp_path: Path) -> None:
    room, rebuilders = run(play(tmp_path, rules, people=2, seed=7))
    assert all(line.game and line.game.seq == len(room.history) for line in rebuilders.lines)

"""A game rebuilt from what one seat was sent: its views are those of the server, byte for byte."""

from pathlib import Path

import msgspec
import pytest
from tests.server.bots.rebuilding import Rebuilders
from tests.server.players import OPTIONS, check_log, seat, serving
from tests.server.wire.running import run, soon

from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.games.catan.text.boards import board_text
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
        spectator = await connect(server.url, "Looker-on", dial=rebuilders.dial)
        seen = await spectator.join(table.room)
        await table.play()
        live = server.room(table.room)
        for follower in (*(person.client for person in table.people), spectator):
            await soon(
                follower.until(lambda room=follower.rooms[table.room]: room.seq == len(live.history))
            )
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


def test_a_view_that_differs_is_told_with_the_place() -> None:
    options = wire.RoomOptions(rules="trading")
    game = SeatGame(options, 1)
    board = board_text(Catan(rules="trading", seed=3).board)
    created = wire.Numbered(seq=1, event=wire.Created(board=board, commitment=""))
    started = wire.Numbered(seq=2, event=wire.Started(nonces=()))
    with pytest.raises(RebuildError, match="after event 0 there is a view of a game that has not begun"):
        game.check(b"{}")
    assert game.take([created, started]) == []
    assert game.observer is not None
    sent = game.observer.view().to_json()
    game.check(sent)
    with pytest.raises(RebuildError, match=r'after event 2 the server.s view has .*"turn":9.*"turn":1'):
        game.check(sent.replace(b'"turn":1', b'"turn":9'))
    with pytest.raises(RebuildError, match="event 4 follows 2: some are missing"):
        game.take([wire.Numbered(seq=4)])
    with pytest.raises(RebuildError, match="event 3, moved, cannot happen: road 0-4 cannot happen"):
        game.take([wire.Numbered(seq=3, event=wire.Moved(seat=0, move="road 0-4"))])

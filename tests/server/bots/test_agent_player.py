"""Our agents at a server over the HTTP of bots: whole games, from any moment on."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from tests.server.bots.bots import address, bot_at, create, done, play_all, player, token_of
from tests.server.players import OPTIONS, check_log, seat, serving
from tests.server.wire.running import run, soon

from catanlab.server.bot_client import AgentPlayer, connect_bot
from catanlab.server.bot_client.seat_game import RebuildError, SeatGame

pytestmark = pytest.mark.full


@pytest.mark.parametrize(
    ("rules", "agents"),
    [
        ("trading", ("thomas-trade", "greedy:trade=principled")),
        ("base", ("jsettlers-smart", "random")),
        ("jsettlers", ("thomas-plan:trade=principled", "thomas-trade")),
        ("trading,players=2", ("greedy:trade=principled", "greedy:trade=principled")),
    ],
)
def test_two_bots_and_robots_finish_a_game(rules: str, agents: tuple[str, str], tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            first, second = await bot_at(server, "First"), await bot_at(server, "Second")
            room = await create(first, msgspec.structs.replace(OPTIONS, rules=rules))
            players = [await player(first, room, agents[0]), await player(second, room, agents[1])]
            await first.start(room)
            results = await play_all(players)
            assert results[0] == results[1]
            for each in players:
                assert each.followed.compared > 50
                assert not each.statistics.failures
                assert set(each.statistics.refused) <= {"stale-decision", "not-your-decision"}
            live = server.room(room)
            for number, each in enumerate(players):
                assert each.followed.game is not None
                game = each.followed.game
                await soon(each.client.until(lambda game=game: game.seq == len(live.history)))
                assert each.followed.game.heard == live.heard[number]
                assert live.seating.seats[number].bot
            await first.close()
            await second.close()
            rebuilt = await asyncio.to_thread(check_log, server.hub.services.database, room)
            assert [each.bot for each in rebuilt.seating.seats[:2]] == [True, True]
            if rules == "trading":
                assert done(players, "offer") > 0
                assert done(players, "accept") + done(players, "counter") + done(players, "reject") > 0

    run(test())


def test_a_bot_that_takes_a_robots_seat_late_rebuilds_the_whole_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            table = await seat(server.url, OPTIONS, people=1, seed=3)
            person = table.people[0]
            # Late enough that no fresh start has all events; then the person waits.
            while person.room.seq < 300:
                updates = person.room.updates
                if not await person.step():
                    await soon(person.client.until(lambda seen=updates: person.room.updates > seen))
            bot = await bot_at(server, "Late")
            late = await player(bot, table.room, "thomas-trade")
            play = asyncio.ensure_future(table.play())
            await play_all([late])
            await play
            assert late.followed.game is not None
            assert late.followed.game.seat == 1
            assert late.statistics.acts
            assert not late.statistics.failures
            live = server.room(table.room)
            game = late.followed.game
            await soon(bot.until(lambda: game.seq == len(live.history)))
            assert game.heard == live.heard[1]
            await bot.close()
            await table.leave()

    run(test())


def test_a_bot_goes_on_after_it_was_started_again_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            token = await token_of(server, "Twice")
            first = await connect_bot(address(server), token)
            room = await create(first, OPTIONS)
            begun = await player(first, room, "greedy")
            await first.start(room)
            playing = asyncio.ensure_future(begun.play())
            await soon(first.until(lambda: begun.followed.room.seq > 260))
            playing.cancel()
            await asyncio.wait([playing])
            await first.close()
            again = await connect_bot(address(server), token)
            view = await again.join(room)
            followed = await again.follow(view)
            assert followed.game is not None
            assert followed.game.seat == 0
            await play_all([AgentPlayer(again, followed, "greedy", pause=0.0)])
            await again.close()
            await asyncio.to_thread(check_log, server.hub.services.database, room)

    run(test())


def test_an_agent_that_fails_is_replaced_by_simple_moves_and_reported(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            bot = await bot_at(server, "Broken")
            room = await create(bot, msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=4"))
            view = await bot.join(room)
            await bot.sit(room)
            reports: list[str] = []
            spec = "tests.server.robots.rogues.Raises"
            broken = AgentPlayer(bot, await bot.follow(view), spec, pause=0.0, report=reports.append)
            await bot.start(room)
            await play_all([broken])
            assert broken.statistics.failures
            assert reports[0].startswith("the agent failed (raised: ")
            await bot.close()

    run(test())


def test_a_room_without_counter_offers_gets_none(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            bots = [await bot_at(server, f"Bot {number}") for number in range(4)]
            options = msgspec.structs.replace(OPTIONS, counter_button=False)
            room = await create(bots[0], options)
            players = [await player(bot, room, "greedy:trade=principled") for bot in bots]
            await bots[0].start(room)
            await play_all(players)
            assert done(players, "offer") > 0
            assert done(players, "counter") == 0
            assert all(not each.statistics.failures for each in players)
            assert all("counter-button-off" not in each.statistics.refused for each in players)
            for bot in bots:
                await bot.close()

    run(test())


def test_no_view_differs_from_what_the_wire_says(tmp_path: Path) -> None:
    """A difference is an error of the whole client, and names the place."""

    async def test() -> None:
        async with serving(tmp_path) as server:
            bot = await bot_at(server, "Careful")
            room = await create(bot, OPTIONS)
            careful = await player(bot, room, "greedy")
            # As if the bot and the server knew the rules differently.
            other = msgspec.structs.replace(OPTIONS, rules="trading,offers_per_turn=9")
            careful.followed.game = SeatGame(other, 0)
            careful.followed.game.take(careful.followed.room.events)
            with pytest.raises(RebuildError, match=r"offers_left.:3.* the rebuilt one .*offers_left.:9"):
                await bot.start(room)
            await bot.close()

    run(test())

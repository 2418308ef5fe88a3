"""Bots that find their games: by invitation, by quick play, and what they do when nothing comes of it."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from tests.server.bots.bots import bot_at
from tests.server.players import OPTIONS, connected, serving
from tests.server.wire.running import eventually, run, soon

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server import wire
from catanlab.server.bot_client import BotRunner, Plan, runner
from catanlab.server.client.client import RefusedError

pytestmark = pytest.mark.full

SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=5", public=False)


def test_a_bot_plays_where_it_is_invited_and_declines_while_it_plays(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            bot = await bot_at(server, "Waiting")
            said: list[str] = []
            waiting = BotRunner(bot, Plan(agent="greedy", games=2, pause=0.0), say=said.append)
            running = asyncio.ensure_future(waiting.run())
            anna = await connected(server.url, "Anna")
            for number in range(2):
                room = await anna.create(SHORT)
                await anna.sit(room.room)
                await eventually(lambda: not bot.declines)  # it may still be leaving the first game
                invite = wire.Invite(id=anna.new_id(), room=room.room, person=bot.person, seat=2)
                await soon(anna.act(invite))
                await soon(anna.until(lambda room=room: room.table.seats[2].occupant.bot))
                await anna.start(room.room)
                if number == 0:
                    # It is at a table: another invitation is declined.
                    other = await connected(server.url, "Bob")
                    full = await other.create(SHORT)
                    await soon(other.act(wire.Invite(id="i", room=full.room, person=bot.person)))
                    await eventually(lambda: not server.hub.lobby.invitations._open)
                    await other.close()
                await asyncio.wait_for(ScriptedPerson(anna, room, number).play(), 90)
            await soon(running)
            assert len(waiting.results) == 2
            assert said[0] == "Waiting waits for invitations"
            assert said[1].startswith("Anna invites to room ")
            await anna.close()
            await bot.close()

    run(test())


def test_a_bot_plays_quick(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            bot = await bot_at(server, "Quick")
            options = msgspec.structs.replace(SHORT, public=True)
            quick = BotRunner(bot, Plan(agent="greedy", find="quick", options=options, games=2, pause=0.0))
            await asyncio.wait_for(quick.run(), 90)
            assert len(quick.results) == 2
            await bot.close()

    run(test())


def test_a_bot_that_is_left_alone_before_the_start_waits_on_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "ALONE_SECONDS", 0.1)

    async def test() -> None:
        async with serving(tmp_path) as server:
            bot = await bot_at(server, "Lonely")
            warned: list[str] = []
            running = asyncio.ensure_future(BotRunner(bot, Plan(agent="greedy"), warn=warned.append).run())
            anna = await connected(server.url, "Anna")
            room = await anna.create(SHORT)
            await soon(anna.act(wire.Invite(id="i1", room=room.room, person=bot.person)))
            await soon(anna.until(lambda: any(seat.occupant.bot for seat in room.table.seats)))  # type: ignore[union-attr]
            await anna.part(room.room)
            # It waits for others again.
            again = await anna.create(SHORT)
            await eventually(lambda: bool(warned))
            assert warned == [f"the invitation to room {room.room} came to nothing: everybody has left"]
            await soon(anna.act(wire.Invite(id="i2", room=again.room, person=bot.person)))
            await soon(anna.until(lambda: any(seat.occupant.bot for seat in again.table.seats)))  # type: ignore[union-attr]
            running.cancel()
            await asyncio.wait([running])
            await anna.close()
            await bot.close()

    run(test())


def test_a_bot_is_told_why_a_room_is_not_open(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            bot = await bot_at(server, "Stranger")
            anna = await connected(server.url, "Anna")
            room = await anna.create(SHORT)
            stranger = BotRunner(bot, Plan(agent="greedy", find="room", room=room.room))
            with pytest.raises(RefusedError, match="not open to this person"):
                await soon(stranger.run())
            await anna.close()
            await bot.close()

    run(test())

"""People who find each other over real sockets: the client's side of the lobby, also over a bad network."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from tests.server.players import OPTIONS, QUICK, connected, serving
from tests.server.wire.lines import BadNetwork
from tests.server.wire.running import run, soon

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server import wire
from catanlab.server.client.client import RefusedError, connect

pytestmark = pytest.mark.full

SHORT = msgspec.structs.replace(OPTIONS, rules="base,points_to_win=3")


def test_two_people_find_each_other_play_and_have_a_rematch(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await connected(server.url, "Ann"), await connected(server.url, "Bob")
            await bob.lobby.available()
            await ann.lobby.watch()
            await soon(
                ann.until(lambda: any(each.available for each in (ann.lobby.latest or _NOTHING).people))
            )
            await ann.lobby.enter("tables")
            await bob.lobby.enter("tables")
            await ann.lobby.talk("tables", "Who plays?")
            await soon(bob.until(lambda: bool(bob.lobby.lines["tables"])))
            assert bob.lobby.lines["tables"][0].text == "Who plays?"
            table = await ann.create(msgspec.structs.replace(SHORT, public=False))
            with pytest.raises(RefusedError) as refused:
                await ann.count(table.room)
            assert refused.value.code == "not-begun"
            await ann.lobby.invite(table.room, bob.person, 1)
            await soon(bob.until(lambda: table.room in bob.lobby.invitations))
            invited = bob.lobby.invitations[table.room]
            view = await bob.join(invited.room, invited.invitation)
            await bob.sit(invited.room, invited.seat)
            await ann.sit(table.room, 0)
            await ann.start(table.room)
            counted = await ann.count(table.room)
            assert len(msgspec.json.decode(counted.counting)["seats"]) == 4
            people = [ScriptedPerson(ann, table, 1), ScriptedPerson(bob, view, 2)]
            await asyncio.wait_for(asyncio.gather(*(person.play() for person in people)), 90)
            again = await soon(ann.rematch(table.room))
            there = await soon(bob.rematch(table.room))
            assert again.room == there.room != table.room
            await bob.sit(again.room)
            await ann.sit(again.room)
            await soon(ann.until(lambda: again.seat == 0))
            await soon(bob.until(lambda: there.seat == 1))
            await ann.lobby.invite(again.room, bob.person)
            await soon(bob.until(lambda: again.room in bob.lobby.invitations))
            await bob.lobby.decline(again.room)
            await soon(ann.until(lambda: bool(ann.lobby.declined)))
            for client in (ann, bob):
                await client.close()

    run(test())


def test_the_lobby_survives_a_network_that_breaks(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            network = BadNetwork(5, breaks=0.08, disorder=0.0)
            ann = await connect(server.url, "Ann", dial=network.dial, delays=QUICK)
            bob = await connected(server.url, "Bob")
            await bob.lobby.enter("here")
            await ann.lobby.enter("here")
            await ann.lobby.watch()
            room = await soon(ann.quick(SHORT))
            for number in range(30):
                await soon(ann.lobby.talk("here", f"line {number}"))
            assert network.dialled > 1
            network.breaks = 0.0
            said = [line.text for line in bob.lobby.lines["here"]]
            assert said == [f"line {number}" for number in range(30)]
            await soon(ann.lobby.talk("here", "the last"))
            await soon(ann.until(lambda: ann.lobby.lines["here"][-1].text == "the last"))
            tab = await connect(server.url, "Ann", ann.token, delays=QUICK)
            assert [game.room for game in tab.games] == [room.room]
            await bob.lobby.watch()
            await soon(bob.until(lambda: (bob.lobby.latest or _NOTHING).connected == 2))
            for client in (ann, bob, tab):
                await client.close()

    run(test())


_NOTHING = wire.Lobby(people=(), channels=(), rooms=())

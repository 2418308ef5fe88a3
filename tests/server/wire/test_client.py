"""The client: acts are done once over any network, and what it knows equals what a fresh client gets."""

import asyncio

import pytest
from msgspec import Raw
from tests.server.wire.lines import BadNetwork, Cuttable
from tests.server.wire.running import eventually, run, running, soon
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server import wire
from catanlab.server.client.client import ConnectionEndedError, RefusedError, connect
from catanlab.server.limits import Limits
from catanlab.server.protocol.view_types import ViewFormatError

pytestmark = pytest.mark.full

QUICK = (0.001,)
"""Delays before the client connects again."""


def say(number: int, id: str = "") -> wire.Say:
    """Return a statement."""
    return wire.Say(id=id or f"a{number}", room="hall", text=f"line {number}")


def texts(hub: TalkingHub) -> list[str]:
    """Return what was said in the hall."""
    events = [numbered.event for numbered in hub.rooms["hall"].events]
    return [event.text for event in events if isinstance(event, wire.Said)]


def test_an_act_whose_acknowledgement_was_lost_is_done_once() -> None:
    async def test() -> None:
        hub, network = TalkingHub(), Cuttable()
        async with (
            running(hub) as server,
            await connect(server.url, "Anna", dial=network.dial, delays=QUICK) as anna,
        ):
            room = await anna.join("hall")
            assert network.line is not None
            network.line.deaf = True
            acting = asyncio.create_task(anna.act(say(1)))
            await eventually(lambda: texts(hub) == ["line 1"])
            assert not acting.done()
            network.line.cut()
            ack = await soon(acting)
            assert ack == wire.Ack(id="a1", room="hall", seq=1)
            await soon(anna.until(lambda: room.seq == 1))
            assert texts(hub) == ["line 1"]
            assert anna.connections == 2
            assert hub.heard[-2:] == [wire.Join(room="hall", seq=0), say(1)]

    run(test())


def test_a_client_that_comes_back_names_its_last_number() -> None:
    async def test() -> None:
        hub, network = TalkingHub(), Cuttable()
        async with (
            running(hub) as server,
            await connect(server.url, "Anna", dial=network.dial, delays=QUICK) as anna,
        ):
            room = await anna.join("hall")
            for number in range(3):
                await anna.act(say(number))
            await soon(anna.until(lambda: room.seq == 3))
            assert network.line is not None
            network.line.deaf = True
            hub.rooms["hall"].add(wire.Said(seat=0, text="missed"))
            network.line.cut()
            await soon(anna.until(lambda: room.seq == 4))
            assert wire.Join(room="hall", seq=3) in hub.heard
            assert [event.seq for event in room.events] == [1, 2, 3, 4]

    run(test())


@pytest.mark.parametrize("seed", range(4))
def test_frames_doubled_delayed_reordered_and_cut_change_nothing(seed: int) -> None:
    async def test() -> None:
        hub = TalkingHub()
        network = BadNetwork(seed)
        async with (
            running(hub, limits=Limits(messages_per_second=1e6)) as server,
            await connect(server.url, "Anna", dial=network.dial, delays=QUICK) as anna,
            await connect(server.url, "Bob") as bob,
        ):
            known = await soon(anna.join("hall"))
            fresh = await bob.join("hall")
            acks = [await soon(anna.act(say(number))) for number in range(60)]
            assert texts(hub) == [f"line {number}" for number in range(60)]
            assert [ack.seq for ack in acks] == [*range(1, 61)]
            network.breaks = network.disorder = 0.0
            await soon(bob.until(lambda: fresh.seq == 60))
            await anna.act(say(60))  # whatever was held back is behind this one
            await soon(anna.until(lambda: known.seq == 61))
            await soon(bob.until(lambda: fresh.seq == 61))
            assert known.events == fresh.events
            assert network.dialled > 1

    run(test())


def test_a_view_of_another_form_than_documented_is_an_error() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with (
            running(hub) as server,
            await connect(server.url, "Anna") as anna,
            await connect(server.url, "Bob", check_views=False) as bob,
        ):
            for client in (anna, bob):
                await client.join("hall")
            for session in hub.sessions:
                session.send(wire.Update(room="hall", epoch=1, seq=0, view=Raw(b'{"seat":0}')))
            await soon(bob.until(lambda: bob.rooms["hall"].view is not None))
            with pytest.raises(ViewFormatError, match="another form than documented"):
                await soon(anna.until(lambda: False))

    run(test())


def test_two_tabs_of_one_person_are_equal() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with (
            running(hub) as server,
            await connect(server.url, "Anna") as first,
            await connect(server.url, "Anna", first.token) as second,
        ):
            assert first.person == second.person
            one, two = await first.join("hall"), await second.join("hall")
            await first.sit("hall", 2)
            await soon(second.until(lambda: two.seat == 2))
            await second.act(say(1))
            await soon(first.until(lambda: one.seq == 2))
            assert one.events == two.events
            assert (one.seat, two.seat) == (2, 2)
            # The same act from both is done once, and both are told.
            both = await asyncio.gather(first.act(say(2, "same")), second.act(say(2, "same")))
            assert both[0] == both[1]
            assert texts(hub) == ["line 1", "line 2"]

    run(test())


def test_refusals_are_errors_with_their_code() -> None:
    async def test() -> None:
        async with running() as server, await connect(server.url, "Anna") as anna:
            with pytest.raises(RefusedError, match="no such room") as refused:
                await soon(anna.join("nowhere"))
            assert refused.value.code == "no-such-room"
            assert "nowhere" not in anna.rooms
            await anna.join("hall")
            with pytest.raises(RefusedError) as refused:
                await soon(anna.start("hall"))
            assert refused.value.code == "not-begun"

    run(test())


def test_a_client_that_is_too_fast_slows_down_and_loses_nothing() -> None:
    async def test() -> None:
        hub = TalkingHub()
        limits = Limits(messages_per_second=200.0, messages_at_once=10, bad_messages_at_once=100)
        async with running(hub, limits=limits) as server, await connect(server.url, "Anna") as anna:
            await anna.join("hall")
            await soon(asyncio.gather(*(anna.act(say(number)) for number in range(40))))
            assert sorted(texts(hub)) == sorted(f"line {number}" for number in range(40))

    run(test())


def test_a_list_that_was_asked_for_too_fast_is_refused_to_whoever_waits_for_it() -> None:
    async def test() -> None:
        limits = Limits(messages_per_second=1e-6, messages_at_once=2)
        async with (
            running(TalkingHub(), limits=limits) as server,
            await connect(server.url, "Anna") as anna,
        ):
            await soon(anna.list_rooms())
            with pytest.raises(RefusedError) as refused:
                await soon(anna.list_rooms())
            assert refused.value.code == "too-fast"

    run(test())


def test_a_client_that_follows_rooms_too_fast_follows_them_a_little_later() -> None:
    async def test() -> None:
        limits = Limits(messages_per_second=20.0, messages_at_once=1, bad_messages_at_once=1000)
        async with (
            running(TalkingHub(), limits=limits) as server,
            await connect(server.url, "Anna", delays=QUICK) as anna,
        ):
            assert (await soon(anna.join("hall"))).updates == 1

    run(test())


def test_rooms_are_listed_made_chatted_in_and_left() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub) as server, await connect(server.url, "Anna") as anna:
            assert [line.room for line in await soon(anna.list_rooms())] == ["hall"]
            room = await soon(anna.create())
            assert (room.room, anna.invitation("made")) == ("made", "please")
            await anna.act(wire.Chat(id="c1", room="made", text="hello"))
            await soon(anna.until(lambda: len(room.chat) == 1))
            await anna.part("made")
            await eventually(lambda: not hub.rooms["made"].followers)
            assert "made" not in anna.rooms

    run(test())


def test_a_server_that_restarts_gets_its_clients_back() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub) as server:
            anna = await connect(server.url, "Anna", delays=QUICK)
            room = await anna.join("hall")
            server.stop.set()
            await soon(anna.until(lambda: anna.bye is not None))
            assert anna.bye is not None
            assert anna.bye.code == "restarting"
            port = server.port
        acting = asyncio.create_task(anna.act(say(1)))
        async with running(hub, port=port):
            assert (await soon(acting)).seq == 1
            await soon(anna.until(lambda: room.seq == 1))
            assert anna.connections == 2
            await anna.close()

    run(test())


def test_a_client_that_finds_no_server_says_so() -> None:
    async def test() -> None:
        async with running() as server:
            url = server.url
        with pytest.raises(ConnectionEndedError, match="there is no server at ws://"):
            await soon(connect(url, "Anna", delays=QUICK, attempts=2))

    run(test())


def test_whoever_waits_for_a_client_that_is_closed_is_told() -> None:
    async def test() -> None:
        async with running() as server:
            anna = await connect(server.url, "Anna")
            await anna.join("hall")
            waiting = asyncio.create_task(anna.until(lambda: False))
            await asyncio.sleep(0)
            await anna.close()
            with pytest.raises(ConnectionEndedError):
                await soon(waiting)
            with pytest.raises(ConnectionEndedError):
                await anna.act(say(1))

    run(test())

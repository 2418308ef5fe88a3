"""Connections are counted by the address of the client, which only a trusted proxy may tell."""

from pathlib import Path

import pytest
from tests.server.players import serving
from tests.server.wire.running import HOST, Running, eventually, run, running, soon
from tests.server.wire.talking_hub import TalkingHub
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from catanlab.server import wire
from catanlab.server.database import moderation_queries as moderation
from catanlab.server.limits import LimitError, Limits
from catanlab.server.protocol import frames
from catanlab.server.refusals import Refused
from catanlab.server.transport.doors import Doors

ANN = frames.write(wire.Hello(protocol=wire.PROTOCOL, name="Ann")).decode()


async def dial(server: Running, *forwarded: str) -> ClientConnection:
    """Open a WebSocket with headers as a proxy sends them."""
    headers = [("X-Forwarded-For", address) for address in forwarded]
    return await soon(connect(server.url, additional_headers=headers, compression=None, proxy=None))


def test_the_doors_count_by_address_and_in_all() -> None:
    doors = Doors(Limits(connections=3, connections_per_address=2))
    with doors.open("2001:db8::1"), doors.open("2001:db8::2"):
        with pytest.raises(Refused, match="2 connections"), doors.open("2001:db8::3"):
            pass
        with doors.open("192.0.2.1"), pytest.raises(Refused, match="full"), doors.open("192.0.2.2"):
            pass
        with doors.open("192.0.2.2"):
            pass
    with doors.open("2001:db8::1"), doors.open("2001:db8::2"):
        pass


@pytest.mark.full
def test_an_address_has_so_many_connections_whatever_it_claims() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub, limits=Limits(connections_per_address=2)) as server:
            lines = [await dial(server, "203.0.113.1"), await dial(server)]
            for claim in ("203.0.113.2", "2001:db8::1", ""):
                with pytest.raises(InvalidStatus) as refused:
                    await dial(server, claim)
                assert refused.value.response.status_code == 429
                assert b"2 connections" in (refused.value.response.body or b"")
            assert {caller.address for caller in hub.callers} == {HOST}
            for line in lines:
                await line.close()
            await eventually(lambda: not server.server.connections)
            await (await dial(server)).close()

    run(test())


@pytest.mark.full
def test_a_trusted_proxy_tells_the_address_and_its_clients_cannot() -> None:
    async def test() -> None:
        hub = TalkingHub()
        limits = Limits(connections_per_address=1)
        async with running(hub, limits=limits, proxies=[HOST]) as server:
            # The proxy appends what it sees: all before that is what the client claims.
            lines = [
                await dial(server, "198.51.100.7, 203.0.113.1"),
                await dial(server, "198.51.100.7", "203.0.113.2"),
                await dial(server, "2001:db8::5"),
                await dial(server),
            ]
            addresses = ["203.0.113.1", "203.0.113.2", "2001:db8::5", HOST]
            assert [caller.address for caller in hub.callers] == addresses
            for again in ("203.0.113.1", "1.2.3.4, 203.0.113.2", "2001:db8::ffff"):
                with pytest.raises(InvalidStatus) as refused:
                    await dial(server, again)
                assert refused.value.response.status_code == 429
            for line in lines:
                await line.close()

    run(test())


@pytest.mark.full
def test_a_banned_address_stays_out_through_a_proxy_too(tmp_path: Path) -> None:
    async def answer(line: ClientConnection) -> wire.AnyServerMessage:
        await line.send(ANN)
        return frames.read_server_message(await soon(line.recv()))

    async def test() -> None:
        async with serving(tmp_path, proxies=[HOST]) as server:
            people = server.hub.people
            first = await dial(server.running, "203.0.113.1")
            assert isinstance(await answer(first), wire.Welcome)
            await people.write(
                moderation.add_ban, address="203.0.113.0/24", until=None, reason="spam", at=people.now
            )
            people.changed.set()  # no need to wait for the next look
            bye = frames.read_server_message(await soon(first.recv()))
            assert isinstance(bye, wire.Bye)
            assert bye.code == "banned"
            await soon(first.wait_closed())
            assert first.close_code == 4004
            second = await dial(server.running, "203.0.113.99")
            refused = await answer(second)
            assert isinstance(refused, wire.Refused)
            assert (refused.code, refused.text) == ("banned", "this address is banned for good: spam")
            await second.close()
            # Who only claims to come from there is somewhere else.
            third = await dial(server.running, "203.0.113.99, 192.0.2.1")
            taken = await answer(third)
            assert isinstance(taken, wire.Refused)
            assert taken.code == "name-taken"
            await third.close()

    run(test())


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("connections", "not NAME=VALUE"),
        ("nothing=3", "not NAME=VALUE"),
        ("connections=0", "an integer from 1 on, not '0'"),
        ("connections=2.5", "an integer from 1 on"),
        ("connections=many", "an integer from 1 on"),
        ("hello_seconds=0", "a number above 0"),
        ("hello_seconds=inf", "a number above 0"),
        ("hello_seconds=nan", "a number above 0"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(word: str, why: str) -> None:
    with pytest.raises(LimitError, match=why):
        Limits().changed(word)


def test_limits_are_changed_by_name() -> None:
    changed = Limits().changed("connections=7", "hello_seconds=0.5", "connections=8")
    assert (changed.connections, changed.hello_seconds) == (8, 0.5)
    assert changed.queued_frames == Limits().queued_frames

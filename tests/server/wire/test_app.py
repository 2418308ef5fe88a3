"""The application: who may connect, what its pages say, and what the socket itself refuses."""

import asyncio
import json
from contextlib import suppress

import pytest
from tests.server.wire.raw import PIECE, PING, TEXT, frame
from tests.server.wire.running import HOST, Running, eventually, get, run, running, soon
from tests.server.wire.talking_hub import TalkingHub
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from catanlab.server import wire
from catanlab.server.client.client import connect as connect_client
from catanlab.server.limits import Limits
from catanlab.server.protocol import frames

pytestmark = pytest.mark.full

HELLO = frames.write(wire.Hello(protocol=wire.PROTOCOL, name="Anna")).decode()


async def dial(server: Running, origin: str | None = None, host: str | None = None) -> ClientConnection:
    """Open a WebSocket with the headers of a browser."""
    return await soon(
        connect(
            server.url,
            origin=None if origin is None else Origin(origin),
            additional_headers=None if host is None else {"Host": host},
            compression=None,
            proxy=None,
        )
    )


def test_pages_of_other_origins_are_turned_away_before_the_socket_is_open(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub, origins=["https://Catan.example", "http://localhost:3000"]) as server:
            own = f"{HOST}:{server.port}"
            for origin in (
                None,
                f"http://{own}",
                f"https://{own}",
                "https://catan.example",
                "http://localhost:3000",
            ):
                line = await dial(server, origin)
                await line.send(HELLO)
                assert '"welcome"' in str(await soon(line.recv()))
                await line.close()
            await eventually(lambda: not hub.sessions)
            heard = len(hub.heard)
            for origin in (
                "null",
                "",
                "https://evil.example",
                "http://catan.example",
                "https://catan.example:444",
                "https://catan.example.evil.example",
                f"http://{HOST}:{server.port + 1}",
                f"http://{HOST}",
                f"http://{own}.evil.example",
                f"http://evil@{own}",
                f"file://{own}",
                f"http://{own}/",
                "http://[",
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await dial(server, origin)
                assert refused.value.response.status_code == 403, origin
                assert b"origin" in (refused.value.response.body or b"")
            assert len(hub.heard) == heard
            assert not hub.sessions

    run(test())
    assert not caplog.records


def test_two_origins_are_none() -> None:
    async def test() -> None:
        async with running() as server:
            reader, writer = await asyncio.open_connection(HOST, server.port)
            writer.write(
                f"GET /ws HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nOrigin: http://{HOST}:{server.port}\r\nOrigin: http://evil.example\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            answer = await soon(reader.readline())
            assert b" 101 " not in answer
            writer.close()

    run(test())


def test_the_pages_say_what_this_is_and_whether_it_is_well() -> None:
    async def test() -> None:
        async with running() as server, await connect_client(server.url, "Anna"):
            status, page = await get(server, "/about")
            assert status == 200
            assert "/ws" in page
            assert "docs/reference/protocol.md" in page
            status, page = await get(server, "/health")
            assert status == 200
            assert json.loads(page)["status"] == "well"
            assert json.loads(page)["connections"] == 1
            assert await get(server, "/records/hall") == (200, "the record of hall\n")
            missing = (404, "There is no such room, or it is not open to this person.\n")
            assert await get(server, "/records/cellar") == missing
            assert (await get(server, "/nowhere"))[0] == 404
            assert (await get(server, "/ws"))[0] == 404

    run(test())


async def last_words(server: Running, *parts: bytes) -> int:
    """Send bytes over a socket that is open, and return the code with which the server closes it."""
    line = await dial(server)
    await line.send(HELLO)
    await soon(line.recv())
    for part in parts:
        line.transport.write(part)
    return await close_code(line)


async def close_code(line: ClientConnection) -> int:
    """Read until the server closes a connection, and return its code."""
    with suppress(ConnectionClosed):
        while True:
            await soon(line.recv())
    assert line.close_code is not None
    return line.close_code


def test_what_is_no_text_or_too_large_closes_that_connection_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub) as server, await connect_client(server.url, "Anna") as anna:
            view = await anna.join("hall")
            assert await last_words(server, frame(TEXT, b'{"t":"\xff"}')) == 1007
            large = b" " * (wire.MAX_FRAME_BYTES + 1)
            assert await last_words(server, frame(TEXT, large)) == 1009
            half = large[: wire.MAX_FRAME_BYTES // 2 + 1]
            first = frame(TEXT, half, is_last=False)
            assert await last_words(server, first, frame(PIECE, half)) == 1009
            assert await last_words(server, b"\xff\xff\xff") == 1002
            assert await last_words(server, frame(PING, b"\x00" * 200)) == 1002
            await anna.act(wire.Say(id=anna.new_id(), room="hall", text="still here"))
            await soon(anna.until(lambda: view.seq == 1))
            assert anna.connections == 1

    run(test())
    assert "Traceback" not in caplog.text


def test_a_message_of_the_largest_size_is_read() -> None:
    async def test() -> None:
        async with running() as server:
            line = await dial(server)
            await line.send(HELLO + " " * (wire.MAX_FRAME_BYTES - len(HELLO)))
            assert '"welcome"' in str(await soon(line.recv()))
            await line.close()

    run(test())


def test_bad_messages_of_one_connection_leave_the_others_unharmed() -> None:
    async def test() -> None:
        hub = TalkingHub()
        # However slow the machine is, no bad message is forgiven meanwhile.
        limits = Limits(bad_messages_at_once=30, bad_messages_per_second=1e-9)
        async with running(hub, limits=limits) as server, await connect_client(server.url, "Anna") as anna:
            view = await anna.join("hall")
            line = await dial(server)
            await line.send(HELLO)
            await soon(line.recv())
            for number in range(30):
                await line.send(b"\x00\xff" if number % 3 else '{"t":"join","room":7}')
                refusal = frames.read_server_message(await soon(line.recv()))
                assert isinstance(refusal, wire.Refused)
                assert refusal.code == "bad-message"
                await anna.act(wire.Say(id=anna.new_id(), room="hall", text="still here"))
            await line.send("{")
            assert await close_code(line) == 4002
            await soon(anna.until(lambda: view.seq == 30))
            assert anna.connections == 1

    run(test())


def test_there_is_no_compression() -> None:
    async def test() -> None:
        async with running() as server:
            line = await soon(connect(server.url, compression="deflate", proxy=None))
            assert "Sec-WebSocket-Extensions" not in (line.response.headers if line.response else {})
            await line.close()

    run(test())

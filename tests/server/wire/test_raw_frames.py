"""What a WebSocket answers or keeps by itself, without the connection: it is counted and bounded too."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import pytest
from tests.server.wire.raw import (
    BINARY,
    CLOSE,
    PIECE,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    close_codes,
    frame,
    raw_client,
)
from tests.server.wire.running import HOST, Running, eventually, run, running, soon
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.protocol import frames
from catanlab.server.protocol.close_codes import CloseCode

pytestmark = pytest.mark.full

HELLO = frames.write(wire.Hello(protocol=wire.PROTOCOL, name="Anna"))
SPARING = Limits(
    messages_per_second=0.001,
    messages_at_once=50,
    bad_messages_per_second=0.001,
    bad_messages_at_once=5,
    ping_seconds=1000.0,
)
"""Limits by which nothing comes back while a test runs."""
MANY = 20_000
FLOODS = {
    "pings": frame(PING, b"x") * MANY,
    "pongs that nobody asked for": frame(PONG, b"x") * MANY,
    "empty pieces of a message": frame(TEXT, is_last=False) + frame(PIECE, is_last=False) * MANY,
    "small pieces of a message": frame(TEXT, b"{", is_last=False)
    + frame(PIECE, b" ", is_last=False) * MANY,
    "messages in two pieces": (frame(TEXT, is_last=False) + frame(PIECE)) * MANY,
    "empty messages": frame(TEXT) * MANY,
    "binary messages": frame(BINARY, b"x") * MANY,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_frames_is_misuse_as_one_of_messages_is(
    flood: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with running(limits=SPARING) as server, raw_client(server) as client:
            await client.send(frame(TEXT, HELLO))
            sending = asyncio.create_task(client.send(FLOODS[flood]))
            got = await client.rest()
            await soon(sending)
            assert close_codes(got) == [CloseCode.MISUSE]
            # A segment may be half read before it is known to be a flood.
            assert sum(opcode == PONG for opcode, _ in got) < MANY / 10
            await eventually(lambda: not server.sockets())

    run(test())
    assert not caplog.records


def test_only_so_many_frames_of_a_flood_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = 0

    async def test() -> None:
        nonlocal parsed
        async with running(limits=SPARING) as server, raw_client(server) as client:
            await client.send(frame(TEXT, HELLO))
            await client.read()
            (protocol,) = server.sockets()
            recv_frame = protocol.conn.recv_frame

            def count(each: object) -> None:
                nonlocal parsed
                parsed += 1
                recv_frame(each)  # type: ignore[arg-type]

            monkeypatch.setattr(protocol.conn, "recv_frame", count)
            await client.send(frame(TEXT) * MANY)
            await client.rest()

    run(test())
    assert parsed < MANY / 10


def test_pings_are_answered_and_pieces_put_together() -> None:
    async def test() -> None:
        async with running(limits=SPARING) as server, raw_client(server) as client:
            await client.send(frame(PING, b"before hello"))
            assert await client.read() == (PONG, b"before hello")
            half = len(HELLO) // 2
            await client.send(frame(TEXT, HELLO[:half], is_last=False) + frame(PING, b"amid"))
            assert await client.read() == (PONG, b"amid")
            await client.send(frame(PIECE, is_last=False) + frame(PIECE, HELLO[half:]))
            opcode, data = await client.read()
            assert (opcode, b'"welcome"' in data) == (TEXT, True)
            await client.send(frame(PONG, b"unasked") + frame(PING, b"1") + frame(PING, b"2"))
            assert await client.read() == (PONG, b"1")
            assert await client.read() == (PONG, b"2")
            await client.send(frame(CLOSE, (1000).to_bytes(2, "big")))
            assert close_codes(await client.rest()) == [1000]

    run(test())


def test_pings_and_messages_take_from_the_same_tokens() -> None:
    async def test() -> None:
        async with running(limits=SPARING) as server, raw_client(server) as client:
            await client.send(frame(TEXT, HELLO))
            await client.read()
            for number in range(SPARING.messages_at_once - 1):
                await client.send(frame(PING, b"%d" % number))
                assert await client.read() == (PONG, b"%d" % number)
            await client.send(frame(TEXT, frames.write(wire.Pong(n=1))))
            opcode, data = await client.read()
            assert (opcode, b'"too-fast"' in data) == (TEXT, True)

    run(test())


def test_a_client_that_pings_and_never_reads_is_cut() -> None:
    limits = Limits(queued_bytes=100_000, messages_at_once=10**6)

    async def test() -> None:
        hub = TalkingHub()
        async with (
            running(hub, limits=limits, send_buffer=16_384) as server,
            raw_client(server, receive_buffer=4096) as client,
        ):
            await client.send(frame(TEXT, HELLO))
            await eventually(lambda: len(hub.sessions) == 1)
            client.reader._transport.pause_reading()  # type: ignore[attr-defined]
            held = 0
            ping = frame(PING, b"x" * 125)
            for _ in range(200):
                await client.send(ping * 50)
                held = max([held, *(each.transport.get_write_buffer_size() for each in server.sockets())])
                if not server.sockets():
                    break
            await eventually(lambda: not server.sockets() and not hub.sessions)
            assert held < 2 * limits.queued_bytes

    run(test())


BAD_TEXT = frame(TEXT, b"{\xff")
NORMAL = (1000).to_bytes(2, "big")
BROKEN = {
    "bad text": BAD_TEXT,
    "bad text twice": BAD_TEXT * 2,
    "bad text and a close frame": BAD_TEXT + frame(CLOSE, NORMAL),
    "bad text in pieces and a close frame": frame(TEXT, b"\xff", is_last=False)
    + frame(PIECE, b"\xff")
    + frame(CLOSE),
    "bad text and bad bytes": BAD_TEXT + b"\xff" * 100,
    "a close frame and bad text": frame(CLOSE, NORMAL) + BAD_TEXT,
    "a close frame amid a message": frame(TEXT, b"{", is_last=False) + frame(CLOSE, NORMAL),
    "a close frame with a bad code": frame(CLOSE, (999).to_bytes(2, "big")),
    "a close frame with a bad reason": frame(CLOSE, NORMAL + b"\xff\xff"),
    "two close frames": frame(CLOSE, NORMAL) * 2,
    "pings and a close frame": frame(PING) * 100 + frame(CLOSE, NORMAL),
    "a piece of nothing": frame(PIECE, b"x"),
    "an unknown kind": frame(5, b"x"),
    "a ping that is too long": frame(PING, b"x" * 126),
    "nothing but ones": b"\xff" * 1000,
}


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_frames_close_the_connection_without_a_traceback(
    broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub, limits=SPARING) as server:
            for greeting in (b"", frame(TEXT, HELLO)):
                async with raw_client(server) as client:
                    await client.send(greeting + BROKEN[broken])
                    assert len(close_codes(await client.rest())) == 1
                    await eventually(lambda: not server.sockets() and not hub.sessions)

    run(test())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_bad_text_is_closed_with_its_own_code() -> None:
    async def test() -> None:
        async with running(limits=SPARING) as server, raw_client(server) as client:
            await client.send(frame(TEXT, HELLO) + BAD_TEXT)
            assert close_codes(await client.rest()) == [CloseCode.BAD_TEXT]

    run(test())


# Handshakes that are none.

HANDSHAKES = {
    "too many headers": UPGRADE + "X-A: b\r\n" * 200,
    "a header that is too long": UPGRADE + f"X-A: {'b' * 9000}\r\n",
    "a body": UPGRADE + "Content-Length: 3\r\n",
    "another method": UPGRADE.replace("GET", "POST"),
    "an address that is too long": UPGRADE.replace("/ws", "/ws?" + "x" * 9000),
    "a version that is none": UPGRADE.replace("Version: 13", "Version: 12"),
    "no key": UPGRADE.replace("dGhlIHNhbXBsZSBub25jZQ==", "x"),
}


async def ask(server: Running, request: bytes) -> bytes:
    """Send bytes, and return everything that is answered, to the end."""
    reader, writer = await soon(asyncio.open_connection(HOST, server.port))
    try:
        writer.write(request)
        answer = b""
        with suppress(ConnectionError):
            while part := await soon(reader.read(65536)):
                answer += part
        return answer
    finally:
        writer.close()


@pytest.mark.parametrize("handshake", HANDSHAKES)
def test_a_handshake_that_is_none_is_answered_and_the_connection_closed(
    handshake: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with running() as server:
            answer = await ask(server, HANDSHAKES[handshake].encode() + b"\r\n")
            assert answer.startswith(b"HTTP/1.1 4")
            await eventually(lambda: not server.sockets())

    run(test())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]

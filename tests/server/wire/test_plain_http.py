"""Connections of plain HTTP: bodies that nobody reads, and how many an address may have."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from tests.server.wire.running import HOST, Running, run, running, soon

from catanlab.server.client.client import connect
from catanlab.server.limits import Limits
from catanlab.server.transport import serve as serve_module
from catanlab.server.transport import sockets
from catanlab.server.transport.doors import PlainDoors

BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
GET = b"GET /about HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def dialled(
    server: Running,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a connection until the end of the block."""
    reader, writer = await asyncio.open_connection(HOST, server.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def head_of(reader: asyncio.StreamReader) -> bytes:
    """Read an answer with its body, and return the first line."""
    head = await soon(reader.readuntil(b"\r\n\r\n"))
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
    await soon(reader.readexactly(int(fields[b"content-length"])))
    return head.partition(b"\r\n")[0]


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server cut nobody who is slow: the machine may be."""
    monkeypatch.setattr(sockets, "HEAD_SECONDS", 1000.0)
    monkeypatch.setattr(sockets, "BODY_SECONDS", 1000.0)
    monkeypatch.setattr(sockets.MendedHttp, "timeout_keep_alive_handler", lambda _: None)


@pytest.mark.full
def test_a_body_that_drips_after_the_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "BODY_SECONDS", 0.2)

    async def drip(writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.01)

    async def test() -> None:
        async with running() as server, dialled(server) as (reader, writer):
            writer.write(BODY % 1_000_000)
            assert await head_of(reader) == b"HTTP/1.1 405 Method Not Allowed"
            dripping = asyncio.create_task(drip(writer))
            with suppress(ConnectionResetError):
                assert await soon(reader.read()) == b""
            dripping.cancel()

    run(test())


CHUNKED = b"POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.full
@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        pytest.param(CHUNKED + b"zz\r\n", b"400", id="while the body is read"),
        pytest.param(BODY % 10 + b"0123456789\x00\x00 no HTTP\r\n\r\n", b"405", id="after the answer"),
        pytest.param(CHUNKED.replace(b"/api/session", b"/"), b"405", id="after the answer, in its body"),
        pytest.param(GET.replace(b"GET", b"\x01", 1), b"400", id="at once"),
        pytest.param(CHUNKED.replace(b"POST", b"HEAD") + b"zz\r\n", b"400", id="of HEAD"),
    ],
)
def test_what_is_no_http_ends_the_connection_without_a_traceback(
    request_bytes: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with running() as server:
            async with dialled(server) as (reader, writer):
                writer.write(request_bytes)
                line = await soon(reader.readline())
                assert line.split()[1] == status
                with suppress(ConnectionError):
                    writer.write(b"zz\r\n\x00\x01\r\n\r\n")
                    await writer.drain()
                    await soon(reader.read())
            async with dialled(server) as (reader, writer):
                writer.write(GET)
                assert await head_of(reader) == b"HTTP/1.1 200 OK"

    with caplog.at_level(logging.WARNING):
        run(test())
    assert not [record for record in caplog.records if record.exc_info], caplog.text


@pytest.mark.full
@pytest.mark.usefixtures("patience")
def test_who_sends_the_rest_of_a_body_in_time_may_ask_again() -> None:
    async def test() -> None:
        async with running() as server, dialled(server) as (reader, writer):
            writer.write(BODY % 100_000)
            assert await head_of(reader) == b"HTTP/1.1 405 Method Not Allowed"
            writer.write(b"x" * 100_000)
            writer.write(GET)
            assert await head_of(reader) == b"HTTP/1.1 200 OK"

    run(test())


@pytest.mark.full
@pytest.mark.usefixtures("patience")
def test_a_request_that_is_too_large_gets_its_answer_while_it_is_sent() -> None:
    """As proxies send it: the whole body, and only then they read."""

    async def test() -> None:
        async with running() as server, dialled(server) as (reader, writer):
            writer.write(BODY.replace(b"/ ", b"/api/bot/send ") % 4_000_000)
            for _ in range(100):
                writer.write(b"x" * 40_000)
                await soon(writer.drain())
            assert (await head_of(reader)).startswith(b"HTTP/1.1 4")

    run(test())


@pytest.mark.full
@pytest.mark.usefixtures("patience")
def test_an_address_may_have_so_many_plain_connections_and_no_more() -> None:
    async def test() -> None:
        async with running(limits=Limits(http_connections_per_address=2)) as server:
            async with dialled(server) as (first, one), dialled(server) as (second, two):
                for reader, writer in ((first, one), (second, two)):
                    writer.write(GET)
                    assert await head_of(reader) == b"HTTP/1.1 200 OK"
                async with dialled(server) as (third, _):
                    assert await head_of(third) == b"HTTP/1.1 429 Too Many Requests"
                    assert await soon(third.read()) == b""
                one.write(GET)
                assert await head_of(first) == b"HTTP/1.1 200 OK"
            # Those that are closed, and those that became WebSockets, are not counted any more.
            await soon(asks(server))
            clients = [await soon(connect(server.url, "Anna")) for _ in range(3)]
            await soon(asks(server))
            for client in clients:
                await client.close()

    run(test())


async def asks(server: Running) -> None:
    """Ask for a page until there is room for it."""
    while True:
        async with dialled(server) as (reader, writer):
            writer.write(GET)
            with suppress(ConnectionResetError):
                if await head_of(reader) == b"HTTP/1.1 200 OK":
                    return


@pytest.mark.full
@pytest.mark.usefixtures("patience")
def test_what_a_proxy_opens_is_not_counted() -> None:
    async def test() -> None:
        limits = Limits(http_connections_per_address=1)
        async with running(limits=limits, proxies=["127.0.0.0/8"]) as server, AsyncExitStack() as stack:
            for _ in range(3):
                reader, writer = await stack.enter_async_context(dialled(server))
                writer.write(GET)
                assert await head_of(reader) == b"HTTP/1.1 200 OK"

    run(test())


def test_neighbours_of_an_ipv6_network_are_counted_as_one() -> None:
    refused: list[tuple[str, str]] = []
    limits = Limits(http_connections_per_address=1)
    doors = PlainDoors(limits, ["2001:db8:f::/48"], lambda code, address: refused.append((code, address)))
    assert doors.enter("2001:db8::1")
    assert not doors.enter("2001:db8::2")
    assert doors.enter("2001:db8:0:1::1")
    assert doors.enter("2001:db8:f::1")
    assert doors.enter("2001:db8:f::1")
    assert refused == [("too-many-connections", "2001:db8::2")]
    doors.leave("2001:db8::1")
    assert doors.enter("2001:db8::2")


# Requests that are none, and answers that nobody reads.

CHUNKED = (
    b"POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
)


async def answers(server: Running, *parts: bytes) -> bytes:
    """Send the parts of a request, each after the answer to the one before; return all to the end."""
    async with dialled(server) as (reader, writer):
        got = b""
        for part in parts:
            writer.write(part)
            got = await soon(reader.read(65536))
        with suppress(ConnectionResetError):
            while more := await soon(reader.read(65536)):
                got += more
        return got


@pytest.mark.full
@pytest.mark.parametrize(
    "request_bytes", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 100_000]
)
def test_a_request_that_is_none_gets_a_refusal_as_all_others_do(request_bytes: bytes) -> None:
    async def test() -> None:
        async with running() as server:
            head, _, body = (await answers(server, request_bytes)).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
            assert b"content-type: application/json" in head
            assert set(json.loads(body)) == {"code", "text"}
            assert json.loads(body)["code"] == "bad-request"

    run(test())


@pytest.mark.full
@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("path", [b"/", b"/api/bot/send", b"/slow"])
def test_a_body_that_breaks_off_amid_the_answer_is_no_error_of_the_server(
    path: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def take(request: Request) -> Response:
        with suppress(ClientDisconnect):
            await request.body()
        return PlainTextResponse("taken")

    async def test() -> None:
        async with running(routes=[Route("/slow", take, methods=["POST"])]) as server:
            async with dialled(server) as (reader, writer):
                writer.write(CHUNKED % path + b"1\r\nx\r\n")
                if path != b"/slow":
                    assert (await head_of(reader)).startswith(b"HTTP/1.1 4")
                writer.write(b"no number\r\n")
                with suppress(ConnectionResetError):
                    while await soon(reader.read(65536)):
                        pass
            await soon(asks(server))

    run(test())
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.full
@pytest.mark.parametrize("is_streamed", [False, True])
def test_who_does_not_read_the_answer_is_cut_off(
    is_streamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "READ_SECONDS", 0.2)

    async def large(request: Request) -> Response:
        if not is_streamed:
            return Response(b"x" * 4_000_000)
        return StreamingResponse(b"x" * 100_000 for _ in range(40))

    async def test() -> None:
        limits = Limits(http_connections_per_address=1)
        async with running(limits=limits, routes=[Route("/large", large)], send_buffer=16_384) as server:
            plain = socket.socket()
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.setblocking(False)
            loop = asyncio.get_running_loop()
            await soon(loop.sock_connect(plain, (HOST, server.port)))
            await soon(loop.sock_sendall(plain, b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"))
            await soon(loop.sock_recv(plain, 1))  # it is counted
            await soon(asks(server))
            plain.close()

    run(test())


@pytest.mark.full
def test_who_reads_a_long_answer_gets_all_of_it() -> None:
    size = 4_000_000

    async def test() -> None:
        route = Route("/large", lambda _: Response(b"x" * size))
        async with (
            running(routes=[route], send_buffer=16_384) as server,
            dialled(server) as (reader, writer),
        ):
            for _ in range(2):
                writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
                assert await head_of(reader) == b"HTTP/1.1 200 OK"

    run(test())


@pytest.mark.full
def test_requests_that_take_longer_than_the_end_are_cut_without_an_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serve_module, "CLOSE_SECONDS", 0.0)
    begun = asyncio.Event()

    async def endless(request: Request) -> Response:
        begun.set()
        await asyncio.Event().wait()
        return Response()

    async def test() -> None:
        async with (
            running(routes=[Route("/endless", endless)]) as server,
            dialled(server) as (reader, writer),
        ):
            writer.write(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
            await soon(begun.wait())
            server.stop.set()
            with suppress(ConnectionResetError):
                assert await soon(reader.read()) == b""

    run(test())
    assert not [record for record in caplog.records if record.exc_info]

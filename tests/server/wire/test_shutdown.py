"""The end of a server: every client is told, nobody can delay it, and the program ends with 0."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from tests.server.wire.lines import open_socket_that_never_reads
from tests.server.wire.running import HOST, eventually, run, running, soon
from tests.server.wire.talking_hub import TalkingHub
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.protocol import frames
from catanlab.server.transport import sockets
from catanlab.server.transport.connection import SystemClock

pytestmark = pytest.mark.full


async def follow(url: str) -> ClientConnection:
    """Open a connection that follows the hall."""
    line = await soon(dial(url, compression=None, proxy=None))
    for message in (wire.Hello(protocol=wire.PROTOCOL, name="Anna"), wire.Join(room="hall")):
        await line.send(frames.write(message).decode())
        await soon(line.recv())
    return line


async def last_words(line: ClientConnection) -> tuple[wire.AnyServerMessage | None, int | None, str | None]:
    """Read to the end; return the last message, and the code and reason of the close."""
    last = None
    with suppress(ConnectionClosed):
        while True:
            last = frames.read_server_message(await soon(line.recv()))
    return last, line.close_code, line.close_reason


def test_all_clients_are_told_to_come_back_though_some_do_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        hub = TalkingHub()
        limits = Limits(close_seconds=30.0, queued_frames=10_000, queued_bytes=2**30)
        told = asyncio.Event()

        async def sleep(_: SystemClock, seconds: float) -> None:
            await (told.wait() if seconds == limits.close_seconds else asyncio.sleep(seconds))

        # However slow the machine is, nobody who reads is cut: the time to close ends when all are told.
        monkeypatch.setattr(SystemClock, "sleep", sleep)
        monkeypatch.setattr(sockets, "CLOSE_SECONDS", 1000.0)
        async with running(hub, limits=limits, send_buffer=16_384) as server:
            lines = [await follow(server.url) for _ in range(5)]
            stuck = [await open_socket_that_never_reads(server.port, "hall") for _ in range(3)]
            await eventually(lambda: len(hub.rooms["hall"].followers) == 8)
            silent = socket.create_connection((HOST, server.port))  # says nothing at all
            readers = [asyncio.create_task(last_words(line)) for line in lines]
            for _ in range(200):
                hub.rooms["hall"].add(wire.Said(seat=0, text="x" * 2000))
            server.stop.set()
            for last, code, reason in await soon(asyncio.gather(*readers)):
                assert isinstance(last, wire.Bye)
                assert (last.code, last.seconds) == ("restarting", 1.0)
                assert (code, reason) == (1012, "restarting")
            monkeypatch.setattr(sockets, "CLOSE_SECONDS", 0.5)
            told.set()
        assert not hub.is_open
        assert not hub.sessions
        for left in (*stuck, silent):
            left.close()

    run(test())


def test_nobody_may_connect_while_the_server_ends() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub, limits=Limits(close_seconds=0.5)) as server:
            line = await follow(server.url)
            server.stop.set()
            await last_words(line)
            with pytest.raises(OSError, match="Connect call failed"):
                await soon(dial(server.url, proxy=None))

    run(test())


def test_a_connection_that_has_ended_is_not_cut_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "CLOSE_SECONDS", 1000.0)

    def cuts() -> list[asyncio.TimerHandle]:
        timers = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
        return [timer for timer in timers if not timer.cancelled() and "abort" in repr(timer)]

    async def test() -> None:
        async with running(limits=Limits(bad_messages_at_once=1)) as server:
            leaving = await follow(server.url)
            await leaving.close()
            closed = await follow(server.url)
            await closed.send("no message")
            await closed.send("no message")
            await last_words(closed)
            await eventually(lambda: not server.server.connections)
            await eventually(lambda: not cuts())

    run(test())


class Served:
    """A server as a program of its own."""

    def __init__(self, process: asyncio.subprocess.Process, url: str) -> None:
        self.process = process
        self.url = url

    @property
    def port(self) -> int:
        """The port that the program chose."""
        return int(self.url.split(":")[2].split("/")[0])


@asynccontextmanager
async def served() -> AsyncIterator[Served]:
    """Start `catanlab serve` at any free port."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-W", "error", "-m", "tests.server.wire.served", "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        words = (await soon(process.stdout.readline())).decode()
        assert words.startswith("Serving at http://127.0.0.1:"), words
        yield Served(process, words.split()[2].replace("http", "ws") + "ws")
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_program_with_0_after_all_are_told(number: signal.Signals) -> None:
    async def test() -> None:
        async with served() as server:
            line = await follow(server.url)
            stuck = await open_socket_that_never_reads(server.port, "hall")
            server.process.send_signal(number)
            last, code, reason = await last_words(line)
            assert isinstance(last, wire.Bye)
            assert (code, reason) == (1012, "restarting")
            _, errors = await soon(server.process.communicate())
            assert (server.process.returncode, errors) == (0, b"")
            stuck.close()

    run(test())

"""A socket without a network and a clock that a test moves, for tests of one connection."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.wire.running import soon
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.ports import Hub
from catanlab.server.protocol import frames
from catanlab.server.transport.connection import Connection


class MemorySocket:
    """Both ends of a socket: the connection's, as a `Socket`, and the client's, for the test."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        """The frames that the client has got."""
        self.closed: tuple[int, str] | None = None
        """How the server closed the connection."""
        self.reading = asyncio.Event()
        """Cleared while the client does not read."""
        self.reading.set()
        self._incoming: asyncio.Queue[str | bytes | None] = asyncio.Queue()

    async def receive(self) -> str | bytes | None:
        """Return the next frame of the client."""
        return await self._incoming.get()

    async def send(self, text: str) -> bool:
        """Give the client a frame when it reads."""
        await self.reading.wait()
        if self.closed is not None:
            return False
        self.sent.append(text)
        return True

    async def close(self, code: int, reason: str) -> None:
        """Close the connection, once."""
        if self.closed is None:
            self.closed = (code, reason)
            self._incoming.put_nowait(None)

    def say(self, *said: str | bytes | wire.AnyClientMessage) -> None:
        """Send frames or messages as the client."""
        for one in said:
            frame = one if isinstance(one, str | bytes) else frames.write(one).decode()
            self._incoming.put_nowait(frame)

    def leave(self) -> None:
        """Close the connection as the client."""
        self._incoming.put_nowait(None)

    def got(self) -> list[wire.AnyServerMessage]:
        """Return the messages that the client has got."""
        return [frames.read_server_message(text) for text in self.sent]


class ManualClock:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Return the time."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has moved the clock so far."""
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waking))
        await waking

    async def advance(self, seconds: float) -> None:
        """Move the clock, and let everybody who wakes do what they do."""
        end = self._now + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            self._now, _, waking = heapq.heappop(self._sleepers)
            if not waking.done():
                waking.set_result(None)
            await settle()
        self._now = end
        await settle()


async def settle() -> None:
    """Let all tasks run as far as they can without a network."""
    for _ in range(50):
        await asyncio.sleep(0)


class Talk:
    """A connection under test: its socket, clock and hub."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.socket = MemorySocket()
        self.clock = ManualClock()
        self.connection = Connection(self.socket, limits=limits, clock=self.clock)
        self.done = asyncio.create_task(self.connection.run(hub))


@asynccontextmanager
async def talk(hub: Hub | None = None, limits: Limits | None = None) -> AsyncIterator[Talk]:
    """Run a connection in memory; at the end of the block the client leaves."""
    talking = Talk(hub or TalkingHub(), limits or Limits())
    await settle()
    try:
        yield talking
    finally:
        talking.socket.leave()
        await soon(talking.done)

"""Lines of clients that lose, double, delay and reorder frames, and sockets that never read."""

from __future__ import annotations

import asyncio
import random
import socket
from collections import deque

from tests.server.wire.raw import TEXT, UPGRADE, frame
from tests.server.wire.running import HOST, soon
from websockets.exceptions import ConnectionClosed

from catanlab.server import wire
from catanlab.server.client.client import Line, dial
from catanlab.server.protocol import frames

LONGEST = 20
"""The first line of a bad network breaks with this frame at the latest: how much chance is drawn depends on
the speed of the machine, and a test of breaks has one all the same."""


class BadLine:
    """A line that doubles, delays and reorders the frames of both directions, and breaks now and then."""

    def __init__(
        self,
        line: Line,
        random: random.Random,
        *,
        breaks: float,
        disorder: float,
        longest: int | None = None,
    ) -> None:
        self._line = line
        self._random = random
        self._breaks = breaks
        self._disorder = disorder
        self._held: deque[str | bytes] = deque()
        self._receiving: asyncio.Future[str | bytes] | None = None
        self._unsent: deque[str] = deque()
        self._longest = longest
        self._sent = 0

    async def send(self, message: str) -> None:
        """Send a frame, and perhaps the one before once more, or only after the next."""
        self._sent += 1
        if self._random.random() < self._breaks or self._sent == self._longest:
            await self._line.close()
        await self._line.send(message)
        if self._random.random() < self._disorder:
            self._unsent.append(message)
        elif self._unsent and '"hello"' not in message:
            await self._line.send(self._unsent.popleft())

    async def recv(self) -> str | bytes:
        """Return a frame: a new one, one that was held back, or one a second time."""
        if self._random.random() < self._breaks:
            await self._line.close()
        while True:
            if self._held and self._random.random() < 0.5:
                return self._held.popleft()
            if self._receiving is None:
                self._receiving = asyncio.ensure_future(self._line.recv())
            # A frame that is held back comes late, but comes, though no other follows.
            await asyncio.wait([self._receiving], timeout=0.01 if self._held else None)
            if not self._receiving.done():
                return self._held.popleft()
            frame, self._receiving = await self._receiving, None
            if '"welcome"' in str(frame) or self._random.random() >= self._disorder:
                return frame
            self._held.append(frame)
            if self._random.random() < 0.5:
                return frame  # and once more later

    async def close(self) -> None:
        """Close the line."""
        if self._receiving is not None:
            self._receiving.cancel()
        await self._line.close()


class BadNetwork:
    """Makes bad lines, until the test says that the network is well."""

    def __init__(self, seed: int, *, breaks: float = 0.03, disorder: float = 0.2) -> None:
        self.random = random.Random(seed)
        self.breaks = breaks
        self.disorder = disorder
        self.dialled = 0

    async def dial(self, url: str) -> Line:
        """Open a bad line."""
        self.dialled += 1
        longest = LONGEST if self.dialled == 1 else None
        line = await dial(url)
        return BadLine(line, self.random, breaks=self.breaks, disorder=self.disorder, longest=longest)


class CutLine:
    """A line that a test can cut without a word to the server, with frames on their way lost."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._cut = asyncio.Event()
        self.deaf = False
        """Whether frames of the server are lost."""

    async def send(self, message: str) -> None:
        """Send a frame."""
        await self._line.send(message)

    async def recv(self) -> str | bytes:
        """Return the next frame, unless the line is cut."""
        while True:
            receiving = asyncio.ensure_future(self._line.recv())
            cut = asyncio.ensure_future(self._cut.wait())
            await asyncio.wait([receiving, cut], return_when=asyncio.FIRST_COMPLETED)
            cut.cancel()
            if self._cut.is_set():
                receiving.cancel()
                raise ConnectionClosed(None, None)
            if not self.deaf:
                return await receiving
            await receiving

    async def close(self) -> None:
        """Close the line."""
        await self._line.close()

    def cut(self) -> None:
        """Cut the line."""
        self._cut.set()


class Cuttable:
    """Makes lines that can be cut; the last one is `line`."""

    def __init__(self) -> None:
        self.line: CutLine | None = None

    async def dial(self, url: str) -> Line:
        """Open a line."""
        self.line = CutLine(await dial(url))
        return self.line


async def open_socket_that_never_reads(port: int, room: str) -> socket.socket:
    """Join a room over a plain socket with a small buffer, from which nothing more is read."""
    loop = asyncio.get_running_loop()
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.setblocking(False)
    await soon(loop.sock_connect(plain, (HOST, port)))
    await soon(loop.sock_sendall(plain, UPGRADE.encode() + b"\r\n"))
    assert b"101" in await soon(loop.sock_recv(plain, 1024))
    for message in (wire.Hello(protocol=wire.PROTOCOL, name="Stuck"), wire.Join(room=room)):
        await soon(loop.sock_sendall(plain, frame(TEXT, frames.write(message))))
    return plain

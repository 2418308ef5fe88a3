"""A server of a few lines on the loopback, which says and does what a test wants."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from catanlab.bridges.jsettlers.frames import FrameReader, decode_text, frame

WELCOME = ("9998|2700,2.7.00,X,;ch;", "1003|", "1071|120,35,0.13,1.0,1.0,3.0,1.0,1,1")
"""What a server says to a robot that it accepts."""
PATIENCE = 60.0
"""How long anything that must happen may take on a busy machine."""


class Line:
    """The server's end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._frames = FrameReader()
        self._waiting: list[bytes] = []
        self.heard: list[str] = []
        """Everything that came."""

    def say(self, *texts: str) -> None:
        """Send messages."""
        for text in texts:
            self.send(frame(text))

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)

    async def hear(self, *beginnings: str) -> list[str]:
        """Wait for messages that begin so, in this order; others in between are passed over."""
        found = []
        for beginning in beginnings:
            while True:
                text = await self.next()
                if text.startswith(beginning):
                    found.append(text)
                    break
        return found

    async def next(self) -> str:
        """Wait for the next message; raises EOFError when the client has left."""
        while not self._waiting:
            data = await asyncio.wait_for(self._reader.read(4096), PATIENCE)
            if not data:
                raise EOFError
            self._waiting = self._frames.feed(data)
        text = decode_text(self._waiting.pop(0))
        self.heard.append(text)
        return text

    async def hear_all(self) -> None:
        """Listen until the client leaves."""
        try:
            while True:
                await self.next()
        except (EOFError, ConnectionError):
            return

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()


@asynccontextmanager
async def serving(*scripts: Callable[[Line], Awaitable[None]]) -> AsyncIterator[int]:
    """Serve on a port, which is yielded; each connection gets the next script, the last one again.

    What a script raises is raised at the end.
    """
    tasks: list[asyncio.Task[None]] = []

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        script = scripts[min(len(tasks), len(scripts) - 1)]

        async def run() -> None:
            line = Line(reader, writer)
            try:
                await script(line)
            finally:
                await line.close()

        tasks.append(asyncio.create_task(run()))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)

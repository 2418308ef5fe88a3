"""A client's connection to one address: it greets, and hands on whatever the server sends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from catanlab.server import wire
from catanlab.server.client.line import Dial, Line, LineClosedError
from catanlab.server.protocol import frames

UNREACHABLE = (OSError, InvalidHandshake, TimeoutError)
"""What it raises if there is no server."""
CLOSED = (ConnectionClosed, LineClosedError)
"""What it raises at the end of a connection."""


class Link:
    """A connection to one address, or none at the moment."""

    def __init__(self, url: str, dial: Dial) -> None:
        self.url = url
        self.is_welcome = self.was_welcome = False
        self.bye: wire.Bye | None = None
        """Why the server closed the connection, if it said so."""
        self._dial = dial
        self._line: Line | None = None

    async def run(
        self, greeting: wire.Hello, take: Callable[[Link, wire.AnyServerMessage], Awaitable[None]]
    ) -> None:
        """Connect, and have every message taken; raises one of `UNREACHABLE` or `CLOSED`."""
        self.bye = None
        line = self._line = await self._dial(self.url)
        try:
            await line.send(frames.write(greeting).decode())
            while True:
                message = frames.read_server_message(await line.recv())
                if isinstance(message, wire.Welcome):
                    self.is_welcome = self.was_welcome = True
                elif isinstance(message, wire.Bye):
                    self.bye = message
                await take(self, message)
        finally:
            self._line, self.is_welcome = None, False
            await line.close()

    async def send(self, message: wire.AnyClientMessage) -> None:
        """Send a message, if the server has welcomed us; else it is lost."""
        if self._line is not None and self.is_welcome:
            with suppress(*CLOSED):
                await self._line.send(frames.write(message).decode())

    async def close(self) -> None:
        """Close the connection; `run` ends."""
        if self._line is not None:
            await self._line.close()

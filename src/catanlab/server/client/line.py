"""What a client talks over: a WebSocket, or whatever else sends and receives frames."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import websockets.asyncio.client

MAX_UPDATE_BYTES = 2**24
"""The largest message that the client reads: a snapshot after a long game."""


class LineClosedError(Exception):
    """A line that is no WebSocket was closed; `ConnectionClosed` says so of one."""


class Line(Protocol):
    """The connection of a client: a WebSocket of `websockets`, what tests put around it, or a bot's."""

    async def send(self, message: str) -> None:
        """Send a text frame."""

    async def recv(self) -> str | bytes:
        """Return the next frame; raises ConnectionClosed or LineClosedError."""

    async def close(self) -> None:
        """Close the connection."""


Dial: TypeAlias = Callable[[str], Awaitable[Line]]


async def dial(url: str) -> Line:
    """Open a WebSocket as the server wants it: without compression and without pings of its own."""
    return await websockets.asyncio.client.connect(
        url, compression=None, ping_interval=None, max_size=MAX_UPDATE_BYTES, proxy=None, close_timeout=2
    )

"""The connection of a bot: a response that never ends, a line a frame, and messages that come by POST.

It is a connection like that of a WebSocket, with the same queue and limits. The frame that answers a
message is in the stream as for everybody, and is the answer to the POST as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.ports import Session
from catanlab.server.protocol import frames
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.transport.connection import Clock, Connection

ANSWER_SECONDS = 15.0
"""How long an act may take before the POST is answered without its acknowledgement."""
HEADERS: Final = (
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would hold lines back
    (b"connection", b"close"),
)
_ANSWERS: Final[Mapping[str, str]] = {
    "rooms": "rooms",
    "join": "elsewhere",
    "count": "counting",
    "mute": "muted",
}
"""Requests without an id that one frame answers, by their kinds."""
_BYES: Final[Mapping[int, bytes]] = {
    CloseCode.RESYNC: frames.write(
        wire.Bye(code="resync", text=CloseCode.RESYNC.meaning, seconds=0.0),
    )
}

Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class LineSocket:
    """The socket of a bot's connection: a response of lines. Nothing comes in; `cut` ends it at once."""

    def __init__(self, receive: Receive, send: Send, cut: Callable[[], None], seconds: float) -> None:
        self._receive = receive
        self._send = send
        self._cut = cut
        self._seconds = seconds
        self._is_closing = False
        self._closed = asyncio.Event()

    async def begin(self) -> None:
        """Send the head of the response."""
        await self._send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})

    async def receive(self) -> str | bytes | None:
        """Wait for the end of the connection, from either side."""
        gone, closed = asyncio.ensure_future(self._gone()), asyncio.ensure_future(self._closed.wait())
        try:
            await asyncio.wait([gone, closed], return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            closed.cancel()
        return None

    async def _gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def send(self, text: str) -> bool:
        """Send a line, waiting while the bot does not read; False if the connection is closed."""
        if self._is_closing:
            return False
        await self._write(text.encode() + b"\n", more=True)
        return True

    async def close(self, code: int, reason: str) -> None:
        """End the response, and cut the connection if the bot does not read what is left of it."""
        if self._is_closing:
            return
        self._is_closing = True
        bye = _BYES.get(code)
        try:
            async with asyncio.timeout(self._seconds):
                await self._write(bye + b"\n" if bye else b"", more=False)
        except TimeoutError:
            self._cut()
        else:
            # What is in the buffers of the system gets as long again.
            asyncio.get_running_loop().call_later(self._seconds, self._cut)
        finally:
            self._closed.set()

    async def _write(self, data: bytes, *, more: bool) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": more})


class _Head(Struct):
    """What tells which message a frame is, or which one it answers."""

    t: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    room: str | UnsetType = UNSET


_head = msgspec.json.Decoder(_Head)


@dataclass(eq=False)
class _Waiter:
    """A POST that waits for the frame that answers its message."""

    head: _Head
    is_handled: bool = False
    """Whether the message is the one that is being handled."""
    done: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def is_answered_by(self, frame: _Head) -> bool:
        """Say whether a frame answers the message."""
        if frame.id is not UNSET:
            return frame.t in ("ack", "refused") and frame.id == self.head.id
        # Frames without an id answer the message that is being handled, if any.
        if not self.is_handled:
            return False
        if frame.t == "refused":
            return frame.room in (UNSET, self.head.room)
        return frame.t == _ANSWERS.get(str(self.head.t))


class BotConnection(Connection):
    """A connection of a bot, which is who its token says; it needs no `hello`."""

    def __init__(
        self,
        socket: LineSocket,
        hello: wire.Hello,
        *,
        limits: Limits | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(socket, limits=limits, clock=clock)
        self._hello = hello
        self._session: Session | None = None
        self._turn = asyncio.Lock()
        self._waiters: set[_Waiter] = set()

    @property
    def is_open(self) -> bool:
        """Whether messages of the bot can be handled."""
        return self._session is not None and self._closing is None

    async def post(self, text: str) -> bytes | None:
        """Handle a message; return the frame that answers it, or None for one that nothing answers.

        Raises ConnectionResetError if the stream is closed before the answer is known, TimeoutError if it
        takes too long.
        """
        waiter = _Waiter(_read_head(text))
        self._waiters.add(waiter)
        try:
            async with self._turn:
                if self._session is None or self._closing is not None:
                    raise ConnectionResetError
                self._heard = self._clock.now()
                waiter.is_handled = True
                await self._handle(self._session, text)
                waiter.is_handled = False
                if waiter.head.id is UNSET and not waiter.done.done():
                    return None
            async with asyncio.timeout(ANSWER_SECONDS):
                return await waiter.done
        finally:
            self._waiters.discard(waiter)
            waiter.done.cancel()

    def put(self, frame: bytes) -> bool:
        """Queue a frame, and give it to the POST that waits for it."""
        queued = super().put(frame)
        if self._waiters:
            head = _read_head(frame)
            for waiter in tuple(self._waiters):
                if not waiter.done.done() and waiter.is_answered_by(head):
                    waiter.done.set_result(frame)
        return queued

    async def _greet(self, session: Session) -> None:
        self._session = session
        async with self._turn:
            await session.receive(self._hello)

    async def _leave(self, session: Session) -> None:
        """Tell the session that the connection is gone, after the last message was handled."""
        for waiter in self._waiters:
            if not waiter.done.done():
                waiter.done.set_exception(ConnectionResetError())
                waiter.done.exception()  # the POST may not come to ask for it
        async with self._turn:
            await super()._leave(session)

    async def _keep_alive(self) -> None:
        """Send empty lines: a bot that is gone is found out by the network, one that waits need not act."""
        while True:
            await self._clock.sleep(self._limits.keep_alive_seconds)
            if not self._queue:
                self.put(b"")


def _read_head(frame: str | bytes) -> _Head:
    """Return what tells a message; empty for one that cannot be read."""
    # Updates are long, and answer nothing.
    if isinstance(frame, bytes) and frame.startswith(b'{"t":"update"'):
        return _Head()
    try:
        return _head.decode(frame)
    except (ValueError, RecursionError):
        return _Head()

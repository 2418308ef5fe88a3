"""A connection of a client: a bounded queue to it, pings and limits; nobody waits for it.

Three things happen side by side: `run` reads, and handles one message after the other; a task sends what is
queued, and alone waits for a slow client; a task pings. A client that reads too slowly is closed with
"resync": it comes back and names its last number.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from msgspec import UNSET

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.ports import NOBODY, Caller, Hub, Session
from catanlab.server.protocol import frames
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.refusals import CODES
from catanlab.server.transport.allowance import Allowance

_logger = logging.getLogger("catanlab.server")


class Clock(Protocol):
    """The time, in seconds, and how to wait."""

    def now(self) -> float:
        """Return the time; only differences mean something."""

    async def sleep(self, seconds: float) -> None:
        """Wait for so long."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """Return the monotonic time."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for so long."""
        await asyncio.sleep(seconds)


class Socket(Protocol):
    """The socket of a connection that was accepted."""

    async def receive(self) -> str | bytes | None:
        """Return the next text or binary message; None when the connection is closed, from either side."""

    async def send(self, text: str) -> bool:
        """Send a text frame, waiting while the client does not read; False if the connection is closed."""

    async def close(self, code: int, reason: str) -> None:
        """Close the connection without waiting for the client; does nothing if it is closed."""


class Connection:
    """A connection; it is the outbox of its session."""

    def __init__(
        self,
        socket: Socket,
        *,
        limits: Limits | None = None,
        clock: Clock | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        self._socket = socket
        self._limits: Final = limits or Limits()
        self._clock: Clock = clock or SystemClock()
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sender: asyncio.Task[None] | None = None
        self._heard = self._clock.now()
        self._ping: tuple[int, float] | None = None
        self._lag: float | None = None
        self._allowance = allowance or Allowance(self._limits)
        self._allowance.on_misuse = lambda: self._end_misuse("too-fast")
        self.on_refusal: Callable[[str], None] = lambda code: None
        """Called with the code when a message is invalid or one too many."""
        self.ended = asyncio.Event()
        """Set when `run` is done."""

    # The outbox.

    @property
    def lag(self) -> float | None:
        """The last measured round trip in milliseconds; None before the first."""
        return self._lag

    @property
    def queued(self) -> int:
        """How many frames wait for the client."""
        return len(self._queue)

    def put(self, frame: bytes) -> bool:
        """Queue a frame; False if the connection is closing, or is closed since its queue was full."""
        if self._closing is not None:
            return False
        full = len(self._queue) >= self._limits.queued_frames
        if full or self._queued_bytes + len(frame) > self._limits.queued_bytes:
            self._cut(CloseCode.RESYNC, "resync")
            return False
        self._queue.append(frame)
        self._queued_bytes += len(frame)
        self._wake.set()
        return True

    def close(self, code: int, reason: str) -> None:
        """Close the connection once the queued frames are sent, or after a few seconds without them."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()
            self._start(self._cut_late(code, reason))

    # The connection itself.

    async def run(self, hub: Hub, caller: Caller = NOBODY) -> None:
        """Serve the connection until it is closed."""
        session = hub.connect(self, caller)
        self._sender = self._start(self._send())
        self._start(self._keep_alive())
        self._start(self._await_hello(session))
        try:
            await self._greet(session)
            while (frame := await self._socket.receive()) is not None:
                if self._closing is None:
                    self._heard = self._clock.now()
                    await self._handle(session, frame)
        finally:
            self._closing = self._closing or (1000, "")
            self._forget_queue()
            for task in tuple(self._tasks):
                task.cancel()
            await self._leave(session)
            self.ended.set()

    async def _greet(self, session: Session) -> None:
        """Do what comes before the first message: nothing, since clients say hello themselves."""

    async def _leave(self, session: Session) -> None:
        """Tell the session that the connection is gone."""
        session.closed()

    async def _handle(self, session: Session, frame: str | bytes) -> None:
        try:
            message = _read(frame)
        except frames.BadMessageError as error:
            self._refuse(frames.refusal_of(frame, error))
            return
        if not self._allowance.take(self._heard):
            self._refuse(_refusal(message, "too-fast"))
            return
        if isinstance(message, wire.Pong):
            self._measure(message.n)
            return
        try:
            await session.receive(message)
        except Exception:
            _logger.exception("A session failed at a message of the kind %s", type(message).__name__)
            self.put(frames.write(_refusal(message, "server-error")))

    def _refuse(self, refusal: wire.Refused) -> None:
        """Answer a message that is invalid or one too many, and close the connection after many of them."""
        self.on_refusal(refusal.code)
        self.put(frames.write(refusal))
        if not self._allowance.bear(self._heard):
            self._end_misuse(refusal.code)

    def _end_misuse(self, code: str) -> None:
        """Close the connection of a client that sends too much, or what it may not."""
        self.put(frames.write(wire.Bye(code=code, text=CloseCode.MISUSE.meaning)))
        self.close(CloseCode.MISUSE, code)

    def _measure(self, number: int) -> None:
        if self._ping is not None and self._ping[0] == number:
            self._lag = round((self._clock.now() - self._ping[1]) * 1000, 1)
            self._ping = None

    async def _send(self) -> None:
        while True:
            while self._queue:
                frame = self._queue.popleft()
                self._queued_bytes -= len(frame)
                if not await self._socket.send(frame.decode()):
                    return
            if self._closing is not None:
                await self._socket.close(*self._closing)
                return
            self._wake.clear()
            await self._wake.wait()

    async def _keep_alive(self) -> None:
        """Ping the client, and cut a connection from which nothing comes."""
        number = 0
        while True:
            await self._clock.sleep(self._limits.ping_seconds)
            now = self._clock.now()
            if now - self._heard >= self._limits.silence_seconds:
                self._cut(CloseCode.SILENT, "silent")
                return
            number += 1
            self._ping = (number, now)
            lag = UNSET if self._lag is None else self._lag
            self.put(frames.write(wire.Ping(n=number, lag=lag)))

    async def _await_hello(self, session: Session) -> None:
        """Close the connection of a client that does not say who it is."""
        await self._clock.sleep(self._limits.hello_seconds)
        if not session.person:
            text = f"No hello came within {self._limits.hello_seconds:g} seconds."
            self.put(frames.write(wire.Bye(code="hello-first", text=text)))
            self.close(CloseCode.SILENT, "hello-first")

    async def _cut_late(self, code: int, reason: str) -> None:
        await self._clock.sleep(self._limits.close_seconds)
        self._cut(code, reason)

    def _cut(self, code: int, reason: str) -> None:
        """Close the connection at once: the queued frames are dropped."""
        self._closing = (code, reason)
        self._forget_queue()
        if self._sender is not None:
            self._sender.cancel()
        self._start(self._socket.close(code, reason))

    def _forget_queue(self) -> None:
        self._queue.clear()
        self._queued_bytes = 0

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _read(frame: str | bytes) -> wire.AnyClientMessage:
    if isinstance(frame, bytes):
        raise frames.BadMessageError("The message is a binary frame; messages are text frames.")
    if len(frame) > wire.MAX_FRAME_BYTES:
        raise frames.BadMessageError(
            f"The message has {len(frame)} characters; allowed are {wire.MAX_FRAME_BYTES} bytes."
        )
    return frames.read_client_message(frame)


def _refusal(message: wire.AnyClientMessage, code: str) -> wire.Refused:
    """Return the refusal of a message that was read, with its id and room."""
    return wire.Refused(
        code=code,
        text=CODES[code],
        id=getattr(message, "id", UNSET),
        room=getattr(message, "room", UNSET),
    )

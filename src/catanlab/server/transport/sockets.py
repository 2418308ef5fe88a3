"""uvicorn's WebSocket, HTTP and server, mended for clients that flood it, do not read, or are turned away.

uvicorn waits for space in the buffer before it writes a close frame, and a transport that is closed waits
until its buffer is sent: a client that never reads would keep its socket open for ever; so would one that
never ends the head of its request, or sends one that websockets cannot read. Pings are answered, and pieces
of messages kept, without the application: it could not count them. And what broken frames raise, or a
request that is answered with a page instead of a socket, is an error in its log.

Everything that is overridden here, or relied upon, is uvicorn's inside: a test knows the sources it was
written for.
"""

from __future__ import annotations

import logging
import socket
import time
from asyncio import CancelledError, TimerHandle, Transport
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

import h11
import msgspec
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from catanlab.server.api.bodies import Refusal
from catanlab.server.limits import Limits
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.refusals import CODES
from catanlab.server.transport.allowance import Allowance
from catanlab.server.transport.app import Server
from catanlab.server.transport.doors import PlainDoors

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 2.0
"""How long a client may take to read what is left, the close frame included, and to answer it."""
HEAD_SECONDS = 10.0
"""How long a client may take to send the head of a request."""
BODY_SECONDS = 2.0
"""How long it may take to send the rest of a body that is answered already."""
READ_SECONDS = 60.0
"""How often a client that is sent an answer has to have read more of it."""
READ_BYTES = 60_000
"""How much of it at the least, if so much is left."""
SEGMENT_BYTES = 4096
"""How much of what came is taken apart at a time: a flood is noticed before all of it is read."""


def mended(limits: Limits, doors: PlainDoors) -> tuple[type[MendedHttp], type[MendedWebSocket]]:
    """Return the HTTP and the WebSockets of a server with limits, whose connections are counted."""
    return (
        type("CountedHttp", (MendedHttp,), {"doors": doors}),
        type("CountedWebSocket", (MendedWebSocket,), {"limits": limits}),
    )


def _answer(status: bytes, code: str, text: str) -> bytes:
    """Return a refusal as bytes, for where there is no application that answers."""
    body = msgspec.json.encode(Refusal(code=code, text=text))
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d" % len(body)
    return b"HTTP/1.1 %s\r\n%s\r\n\r\n%s" % (status, head, body)


TOO_MANY = _answer(b"429 Too Many Requests", "too-many-connections", CODES["too-many-connections"])
"""What is said to a connection that is one too many."""
INVALID = _answer(b"400 Bad Request", "bad-request", "This is no HTTP request that the server can read.")
"""What is said to a request that is none."""


class MendedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose end no client can delay, and on which every frame is counted.

    The application finds the `allowance` of the client in the state of the connection, and takes from it
    for messages; here everything is counted of which it hears nothing: pings, pongs, and pieces of messages
    but the last.
    """

    limits: ClassVar[Limits] = Limits()
    _is_lost = False
    _cutting: TimerHandle | None = None

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: Any = None,
    ) -> None:
        self.allowance = Allowance(self.limits)
        self._unread = bytearray()
        self._is_deaf = False
        state = {**app_state, "allowance": self.allowance, "cut": lambda: self.transport.abort()}
        super().__init__(config, server_state, state, _loop)

    # Reading.

    def data_received(self, data: bytes) -> None:
        """Take bytes of the client."""
        self._unread += data
        self._read()

    async def receive(self) -> ASGIReceiveEvent:
        """Return what came next, and go on to read once nothing else waits."""
        message = await super().receive()
        self._read()
        return message

    def _read(self) -> None:
        """Take apart what came, until a message waits for the application or too much has come."""
        while self._unread and self._may_read():
            segment = bytes(self._unread[:SEGMENT_BYTES])
            del self._unread[:SEGMENT_BYTES]
            try:
                super().data_received(segment)
            except Exception as error:
                logger.warning("a WebSocket is closed, since its frames could not be handled: %r", error)
                self._end(CloseCode.BAD_TEXT)
            if not self.handshake_initiated and self.conn.handshake_exc is not None:
                self.transport.write(INVALID)  # nobody else would answer
                self.transport.close()
                self._cut_soon()
        if self._unread and not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def _may_read(self) -> bool:
        # Once too much came, only the answer to the close frame is of interest, if it comes soon.
        is_over = self._is_deaf or (self.allowance.is_over and not self.close_sent)
        return not (is_over or self.read_paused or self.transport.is_closing())

    def send_receive_event_to_app(self) -> None:
        """Give the application a message; text that is not UTF-8 ends the connection."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self._end(CloseCode.BAD_TEXT)
                return
        super().send_receive_event_to_app()

    def _end(self, code: int) -> None:
        """Close the connection because of what the client sent; it may have sent its close frame too."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        with suppress(InvalidState):
            self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    # Frames of which the application hears nothing.

    def handle_ping(self) -> None:
        """Answer a ping, unless it is one too many; cut a client that does not read the answers."""
        if not self._count():
            self.conn.data_to_send()
            return
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self.limits.queued_bytes:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong for which nobody asked: the server's own pings are messages."""
        self._count()

    def handle_cont(self, event: Frame) -> None:
        """Add to a message in pieces; its last piece is counted as the message."""
        if self._is_heard(event):
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        if self._is_heard(event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message of bytes, or its first piece."""
        if self._is_heard(event):
            super().handle_bytes(event)

    def _is_heard(self, event: Frame) -> bool:
        """Count a piece of a message, or a message after the end; False if it is dropped."""
        if not event.fin or self.close_sent:
            self._count()
        return not self.allowance.is_over and not self.close_sent

    def _count(self) -> bool:
        """Count a frame; False if it is one too many."""
        now = time.monotonic()
        if self.allowance.take(now):
            return True
        if self.close_sent:
            self._is_deaf = True
        elif not self.allowance.is_over and not self.allowance.bear(now):
            self.allowance.on_misuse()
        return False

    # The end.

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; a close frame waits for nobody."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)
        if self.initial_response is not None:
            self.handshake_complete = self.close_sent
        if self.close_sent:
            self._read()

    async def run_asgi(self) -> None:
        """Run the application, and cut the connection a little after its end."""
        await super().run_asgi()
        self._cut_soon()

    def shutdown(self) -> None:
        """Close the connection as the server ends; the client may just have done so."""
        with suppress(InvalidState):
            super().shutdown()
        self._cut_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection: there is nothing left to cut, and asyncio would log the attempt."""
        self._is_lost = True
        if self._cutting is not None:
            self._cutting.cancel()
        super().connection_lost(exc)

    def _cut_soon(self) -> None:
        if self._cutting is None and not self._is_lost:
            self._cutting = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


class MendedHttp(H11Protocol):
    """An HTTP connection that the application can cut: `cut` in the state of a request does so.

    The response to a bot never ends by itself, and a bot that does not read would keep it open. A client
    whose request does not come within some seconds is cut off, however often it sends a byte of it. What is
    left of a body after the answer is thrown away for a while: a connection that is closed amid a body
    is reset, and a client that still sends might never see the answer. A client that does not read its
    answer is cut off too.
    """

    doors: ClassVar[PlainDoors | None] = None
    """Where connections are counted, if anywhere."""
    _entered: str | None = None
    """The address by which this one is counted."""
    _waiting: TimerHandle | None = None
    _ending: TimerHandle | None = None
    _reading: TimerHandle | None = None
    _unsent = 0
    """How much of an answer was left when it was last looked whether the client reads it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: Any = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "cut": self._cut}, _loop)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, unless the address has too many connections."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.doors is not None:
            if not self.doors.enter(address):
                transport.write(TOO_MANY)
                transport.close()
                return
            self._entered = address
        self._wait_for_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to its WebSocket, which is counted elsewhere."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Take bytes of the client; after a request that is answered they may be the next one's."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait_for_head()
        if self.conn.their_state is not h11.SEND_BODY:
            self._stop_ending()

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no HTTP; after an answer that has begun, only end the connection.

        A body can be broken while the application works: what it answers then is sent to nobody.
        """
        cycle: Any = self.cycle  # None before the first request
        if cycle and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(INVALID)
        self.transport.close()
        self._watch_reading()

    def on_response_complete(self) -> None:
        """Begin to wait for the end of a body that nobody read, and for the client to read the answer."""
        super().on_response_complete()
        self._watch_reading()
        if self.conn.their_state is h11.SEND_BODY and self._ending is None:
            self._ending = self.loop.call_later(BODY_SECONDS, self._cut)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        self._stop_waiting()
        self._stop_ending()
        self._stop_reading()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to wait for the client to read."""
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        """Wait no more: the client reads, and the application goes on writing."""
        super().resume_writing()
        cycle: Any = self.cycle
        if cycle and not cycle.response_complete:
            self._stop_reading()

    def _leave(self) -> None:
        if self.doors is not None and self._entered is not None:
            self.doors.leave(self._entered)
            self._entered = None

    def _wait_for_head(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._cut)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _stop_ending(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _watch_reading(self) -> None:
        self._stop_reading()
        self._unsent = self.transport.get_write_buffer_size()
        if self._unsent:
            self._reading = self.loop.call_later(READ_SECONDS, self._check_reading)

    def _check_reading(self) -> None:
        if 0 < self.transport.get_write_buffer_size() > self._unsent - READ_BYTES:
            self._cut()
        else:
            self._watch_reading()

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _cut(self) -> None:
        if self.cycle is not None:
            self.cycle.disconnected = True  # uvicorn asks for no answer any more
        self.transport.abort()


def ended_quietly(app: ASGIApp) -> ASGIApp:
    """Return an application whose requests are cut when uvicorn cancels them, instead of logged as errors.

    That happens at the end of the server alone, to those that take longer than it waits.
    """

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except CancelledError:
            scope["state"]["cut"]()

    return run


class MendedServer(uvicorn.Server):
    """uvicorn, which tells the clients before it closes connections, and leaves signals to `serve`."""

    def __init__(self, config: uvicorn.Config, server: Server, tell: Callable[[Server], None]) -> None:
        super().__init__(config)
        self._server = server
        self._tell = tell

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone: uvicorn would raise them again at the end, and so end with an error."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        self._tell(self._server)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, tell the clients, close theirs, and end."""
        for listening in self.servers:
            listening.close()
        await self._server.close()
        await super().shutdown(sockets)

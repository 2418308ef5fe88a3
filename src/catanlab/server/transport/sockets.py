"""uvicorn's WebSocket and HTTP, mended for clients that do not read, and for those that are turned away.

uvicorn waits for space in the buffer before it writes a close frame, and a transport that is closed waits
until its buffer is sent: a client that never reads would keep its socket open for ever; so would one that
never ends the head of its request. A request that is answered with a page instead of a socket is an error
in its log.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any, ClassVar, cast

import h11
from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from catanlab.server.transport.doors import PlainDoors

CLOSE_SECONDS = 2.0
"""How long a client may take to read what is left, the close frame included, and to answer it."""
HEAD_SECONDS = 10.0
"""How long a client may take to send the head of a request."""
BODY_SECONDS = 2.0
"""How long it may take to send the rest of a body that is answered already."""

TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    b"content-length: 39\r\n\r\nThis address has too many connections.\n"
)
"""What is said to a connection that is one too many."""


def counted_http(doors: PlainDoors) -> type[ClosableHttp]:
    """Return the HTTP of a server whose connections are counted."""
    return type("CountedHttp", (ClosableHttp,), {"doors": doors})


class ClosableWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose end no client can delay."""

    _is_lost = False
    _cutting: TimerHandle | None = None

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; a close frame waits for nobody."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)
        if self.initial_response is not None:
            self.handshake_complete = self.close_sent

    async def run_asgi(self) -> None:
        """Run the application, and cut the connection a little after its end."""
        await super().run_asgi()
        self._cut_soon()

    def shutdown(self) -> None:
        """Close the connection as the server ends."""
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


class ClosableHttp(H11Protocol):
    """An HTTP connection that the application can cut: `cut` in the state of a request does so.

    The response to a bot never ends by itself, and a bot that does not read would keep it open. A client
    whose request does not come within some seconds is cut off, however often it sends a byte of it. What is
    left of a body after the answer is thrown away for a while: a connection that is closed amid a body
    is reset, and a client that still sends might never see the answer.
    """

    doors: ClassVar[PlainDoors | None] = None
    """Where connections are counted, if anywhere."""
    _entered: str | None = None
    """The address by which this one is counted."""
    _waiting: TimerHandle | None = None
    _ending: TimerHandle | None = None

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
        cycle = cast("RequestResponseCycle | None", self.cycle)  # none before the first request
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # the answer to HEAD has no body, and this one has
            self.transport.close()

    def on_response_complete(self) -> None:
        """Begin to wait for the end of a body that the application did not read."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and self._ending is None:
            self._ending = self.loop.call_later(BODY_SECONDS, self._cut)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        self._stop_waiting()
        self._stop_ending()
        super().connection_lost(exc)

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

    def _cut(self) -> None:
        self.transport.abort()

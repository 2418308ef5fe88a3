"""uvicorn's WebSocket and HTTP, mended for clients that do not read, and for those that are turned away.

uvicorn waits for space in the buffer before it writes a close frame, and a transport that is closed waits
until its buffer is sent: a client that never reads would keep its socket open for ever; so would one that
never ends the head of its request. A request that is answered with a page instead of a socket is an error
in its log.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any

import h11
from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

CLOSE_SECONDS = 2.0
"""How long a client may take to read what is left, the close frame included, and to answer it."""
HEAD_SECONDS = 10.0
"""How long a client may take to send the head of a request."""


class ClosableWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose end no client can delay."""

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

    def _cut_soon(self) -> None:
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


class ClosableHttp(H11Protocol):
    """An HTTP connection that the application can cut: `cut` in the state of a request does so.

    The response to a bot never ends by itself, and a bot that does not read would keep it open. A client
    whose request does not come within some seconds is cut off, however often it sends a byte of it.
    """

    _waiting: TimerHandle | None = None

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: Any = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "cut": self._cut}, _loop)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take bytes of the client; after a request that is answered they may be the next one's."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._cut)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _cut(self) -> None:
        self.transport.abort()

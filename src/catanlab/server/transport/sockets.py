"""uvicorn's WebSocket and HTTP, mended for clients that do not read, and for those that are turned away.

uvicorn waits for space in the buffer before it writes a close frame, and a transport that is closed waits
until its buffer is sent: a client that never reads would keep its socket open for ever. A request that is
answered with a page instead of a socket is an error in its log.
"""

from __future__ import annotations

from typing import Any

from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

CLOSE_SECONDS = 2.0
"""How long a client may take to read what is left, the close frame included, and to answer it."""


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

    The response to a bot never ends by itself, and a bot that does not read would keep it open.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: Any = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "cut": self._cut}, _loop)

    def _cut(self) -> None:
        self.transport.abort()

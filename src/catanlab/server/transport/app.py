"""The web application: the page, the WebSocket of the rooms, records, and signs of life."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from catanlab._version import __version__
from catanlab.server.api.bodies import RoomPart
from catanlab.server.api.http import HEADERS
from catanlab.server.api.reading import bearer_of, caller_of, comes_from_foreign_page, read_parts
from catanlab.server.event_log import log_event
from catanlab.server.limits import Limits
from catanlab.server.metrics import Metrics
from catanlab.server.people.addresses import network_of
from catanlab.server.ports import Caller, Hub
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.refusals import Refused
from catanlab.server.token_bucket import Budgets
from catanlab.server.transport.bots import BotApi
from catanlab.server.transport.connection import Clock, Connection
from catanlab.server.transport.doors import Doors
from catanlab.server.transport.operations import Operations
from catanlab.server.transport.pages import Pages
from catanlab.server.wire import PROTOCOL

logger = logging.getLogger(__name__)

ABOUT = f"""catanlab {__version__}: a server for Settlers of Catan.

The game is at /, for browsers. Programs talk to the server over a WebSocket at /ws, protocol {PROTOCOL}:
docs/reference/protocol.md has every message, and catanlab.server.client is a client in Python. Bots in any
language use /api/bot/stream and /api/bot/send: docs/how-to/bots.md. /api is the manual of the HTTP API.
/records/ROOM is the record of a game that is over, and /health says whether the server is well, /ready
whether it can work.
"""
_RECORD_STATUS = {"too-fast": 429, "bad-token": 401, "banned": 403}
"""How a record is refused; in other cases it is not there."""


class StarletteSocket:
    """The socket of a connection, for a WebSocket of Starlette that was accepted."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str | bytes | None:
        """Return the next message; None when the connection is closed."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | None = message.get("text")
        data: bytes = message.get("bytes") or b""
        return data if text is None else text

    async def send(self, text: str) -> bool:
        """Send a text frame; False if the connection is closed."""
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):  # it was closed by the client, or by the server
            return False
        return True

    async def close(self, code: int, reason: str) -> None:
        """Close the connection, if it is open."""
        if self._socket.application_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect):
                await self._socket.close(code, reason)


class Server:
    """The hub's connections, and the application that makes them.

    The application's lifespan starts and closes the hub. `origins` are the pages of other hosts, such as
    `https://catan.example`, that may connect. Pages of the same host may, and so may programs that send no
    `Origin`. `routes` are those of the API, `pages` what browsers get.
    """

    def __init__(
        self,
        hub: Hub,
        *,
        origins: Collection[str] = (),
        routes: Sequence[BaseRoute] = (),
        limits: Limits | None = None,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
        pages: Pages | None = None,
    ) -> None:
        self.hub = hub
        self.metrics = metrics or Metrics()
        self.origins = frozenset(origin.lower() for origin in origins)
        self.limits = limits or Limits()
        self.connections: set[Connection] = set()
        self.doors = Doors(self.limits)
        self._clock = clock
        self._closing = False
        # A game is repeated for its record: nobody may have that done without end.
        self._records = Budgets(rate=self.limits.replays_per_second, size=self.limits.replays_at_once)
        self._guesses = Budgets(rate=self.limits.bad_tokens_per_second, size=self.limits.bad_tokens_at_once)
        self._bots = BotApi(
            hub,
            self.connections,
            self.doors,
            allows=lambda request: not comes_from_foreign_page(request, self.origins),
            is_closing=lambda: self._closing,
            limits=self.limits,
            clock=clock,
        )
        self.operations = Operations(self)
        self.pages = pages or Pages()
        self.app = Starlette(
            routes=[
                *self.pages.routes,
                Route("/about", _about),
                *self.operations.public,
                Route("/records/{room}", self._record),
                *self._bots.routes,
                *routes,
                WebSocketRoute("/ws", self._connect),
            ],
            lifespan=self._lifespan,
        )

    @property
    def is_closing(self) -> bool:
        """Whether the server ends."""
        return self._closing

    async def close(self) -> None:
        """Tell every client that the server restarts, and close the connections within a few seconds."""
        if self._closing:
            return
        self._closing = True
        await self.hub.close()
        open_ones = tuple(self.connections)
        for connection in open_ones:
            connection.close(CloseCode.RESTARTING, "restarting")
        ends = [asyncio.ensure_future(connection.ended.wait()) for connection in open_ones]
        if ends:
            # The connections cut themselves after `close_seconds`; the wait has an end whatever they do.
            _, late = await asyncio.wait(ends, timeout=2 * self.limits.close_seconds)
            for end in late:
                end.cancel()

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.hub.start()
        try:
            yield
        finally:
            await self.close()

    async def _record(self, request: Request) -> Response:
        """Return the record of a game that is over; the query may have the `invitation` of its room."""
        headers = {**HEADERS, "cache-control": "no-store"}  # it may be for this person alone
        try:
            text = await self._read_record(request)
        except Refused as refused:
            status = _RECORD_STATUS.get(refused.code, 404)
            return PlainTextResponse(f"{refused.text}\n", status_code=status, headers=headers)
        return PlainTextResponse(text, headers=headers)

    async def _read_record(self, request: Request) -> str:
        caller, now = caller_of(request), time.monotonic()
        network = network_of(caller.address)
        if not self._records.take(network, 1, now):
            raise Refused("too-fast")
        room: str = read_parts(request, RoomPart).room
        invitation = request.query_params.get("invitation", "")
        bearer = bearer_of(request)
        # As in the API, the cookie does not count in a request that a foreign page makes.
        is_own = not comes_from_foreign_page(request, self.origins)
        token = bearer or (caller.token if is_own else "")
        if not token:
            return await self.hub.record(room, invitation)
        if not self._guesses.take(network, 1, now):
            raise Refused("too-fast")
        self._guesses.give_back(network, 1)
        try:
            return await self.hub.record(room, invitation, Caller(caller.address, token))
        except Refused as refused:
            if refused.code != "bad-token":
                raise
            self._guesses.take(network, 1, now)
            if bearer:
                raise
        return await self.hub.record(room, invitation)  # the cookie of a session that has ended

    async def _connect(self, socket: WebSocket) -> None:
        caller = caller_of(socket)
        if self._closing:
            self.refused("closing", caller.address)
            await _deny(socket, 503, "The server restarts; come back in a moment.\n")
            return
        if comes_from_foreign_page(socket, self.origins):
            self.refused("foreign-origin", caller.address)
            await _deny(socket, 403, "Pages of this origin may not connect to this server.\n")
            return
        try:
            with self.doors.open(caller.address):
                await self._serve(socket, caller)
        except Refused as refused:
            self.refused(refused.code, caller.address)
            await _deny(socket, 429, f"{refused.text}\n")

    def refused(self, reason: str, address: str) -> None:
        """Count and log a connection that was refused."""
        self.metrics.connections_refused.labels(reason).inc()
        log_event(logger, "connection refused", reason=reason, address=address)

    async def _serve(self, socket: WebSocket, caller: Caller) -> None:
        await socket.accept()
        connection = Connection(
            StarletteSocket(socket),
            limits=self.limits,
            clock=self._clock,
            allowance=socket.scope.get("state", {}).get("allowance"),
        )
        connection.on_refusal = lambda code: self.metrics.refusals.labels(code).inc()
        self.connections.add(connection)
        try:
            await connection.run(self.hub, caller)
        finally:
            self.connections.discard(connection)


async def _about(request: Request) -> Response:
    return PlainTextResponse(ABOUT, headers=HEADERS)


async def _deny(socket: WebSocket, status: int, text: str) -> None:
    """Answer the request for a WebSocket with a page instead."""
    await socket.receive()
    await socket.send_denial_response(PlainTextResponse(text, status_code=status))

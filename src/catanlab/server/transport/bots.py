"""The HTTP of bots: `GET /api/bot/stream` has the frames, `POST /api/bot/send` takes the messages.

One stream a token: another one takes its place, so that a bot that lost its connection need not wait until
the server finds out. What is wrong is answered by a `refused` of the wire, with a status for its code.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from catanlab.server import wire
from catanlab.server.api.status import status_of
from catanlab.server.limits import Limits
from catanlab.server.people.addresses import network_of
from catanlab.server.people.identities import digest
from catanlab.server.ports import Caller, Hub
from catanlab.server.protocol import frames
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.refusals import Refused
from catanlab.server.token_bucket import Budgets
from catanlab.server.transport.bot_connection import BotConnection, LineSocket
from catanlab.server.transport.connection import Clock, Connection, SystemClock
from catanlab.server.transport.doors import Doors

DISCARDED_BYTES = 262_144
"""How much of a body that is too large is read before the connection is cut."""
RETRY_SECONDS = 1
"""What `Retry-After` says."""
_BEARER = re.compile(r"bearer +([A-Za-z0-9_-]{1,64})", re.IGNORECASE)
_REPLACED = frames.write(
    wire.Bye(code="replaced", text="Another stream with the same token was opened; this one ends.")
)


class BotApi:
    """The routes of bots and their streams.

    `connections` has all connections of the server, and `doors` counts them; `allows` says whether a
    request may come from the page it comes from, and `is_closing` whether the server ends.
    """

    def __init__(
        self,
        hub: Hub,
        connections: set[Connection],
        doors: Doors,
        *,
        allows: Callable[[Request], bool],
        is_closing: Callable[[], bool],
        limits: Limits,
        clock: Clock | None = None,
    ) -> None:
        self._hub = hub
        self._connections = connections
        self._doors = doors
        self._allows = allows
        self._is_closing = is_closing
        self._limits = limits
        self._clock = clock or SystemClock()
        self._streams: dict[str, BotConnection] = {}
        self._openings = Budgets(rate=limits.streams_per_second, size=limits.streams_at_once)
        self._guesses = Budgets(rate=limits.bad_tokens_per_second, size=limits.bad_tokens_at_once)
        self.routes = [
            Route("/api/bot/stream", _Endpoint(self._stream), methods=["GET"]),
            Route("/api/bot/send", self._send, methods=["POST"]),
        ]

    # The stream.

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            token = self._token(request)
            hello = await self._hello(request, token)
            if not self._openings.take(digest(token), 1, self._clock.now()):
                raise Refused("too-fast", "The token opens streams too often: open it a little later.")
            with self._doors.open(_caller(request).address):
                await self._serve(request, token, hello, receive, send)
        except Refused as refused:
            await _refusal(refused)(scope, receive, send)

    async def _serve(
        self, request: Request, token: str, hello: wire.Hello, receive: Receive, send: Send
    ) -> None:
        socket = LineSocket(receive, send, request.state.cut, self._limits.close_seconds)
        connection = BotConnection(socket, hello, limits=self._limits, clock=self._clock)
        key = digest(token)
        before = self._streams.get(key)
        if before is not None:
            before.put(_REPLACED)
            before.close(CloseCode.REPLACED, "replaced")
        self._streams[key] = connection
        self._connections.add(connection)
        try:
            await socket.begin()
            await connection.run(self._hub, _caller(request))
        finally:
            self._connections.discard(connection)
            if self._streams.get(key) is connection:
                del self._streams[key]

    # Messages.

    async def _send(self, request: Request) -> Response:
        try:
            token = self._token(request)
            connection = self._streams.get(digest(token))
            if connection is None or not connection.is_open:
                await self._hello(request, token)  # a token that is unknown is the greater fault
                raise Refused("no-stream")
            text = await _body(request, self._limits.body_seconds)
            try:
                frame = await connection.post(text)
            except ConnectionResetError:
                raise Refused("no-stream") from None
            except TimeoutError:
                raise Refused("overloaded", "The answer takes long; the stream will have it.") from None
        except Refused as refused:
            return _refusal(refused)
        if frame is None:
            return Response(status_code=202)
        answer = frames.read_server_message(frame)
        if isinstance(answer, wire.Refused):
            return _response(frame, status_of(answer.code))
        return _response(frame, 200)

    # Who it is.

    def _token(self, request: Request) -> str:
        """Return the token of a request; raises Refused if it has none, or may not be made."""
        if self._is_closing():
            raise Refused("overloaded", "The server restarts; come back in a moment.")
        if not self._allows(request):
            raise Refused("foreign-origin")
        match = _BEARER.fullmatch(request.headers.get("authorization", "").strip())
        if match is None:
            raise Refused("bad-token", "The request needs the header `Authorization: Bearer TOKEN`.")
        return match[1]

    async def _hello(self, request: Request, token: str) -> wire.Hello:
        """Return the greeting of the bot with a token; raises Refused if there is none."""
        address = network_of(_caller(request).address)
        now = self._clock.now()
        # Who has guessed too often is not told whether this token is a good one.
        if not self._guesses.take(address, 1, now):
            raise Refused("too-fast", "Too many tokens from this address are unknown.")
        self._guesses.give_back(address, 1)
        try:
            name = await self._hub.name_of_bot(token)
        except Refused as refused:
            self._guesses.take(address, 1, now)
            if refused.code == "bad-token":
                raise Refused("bad-token", "No bot has this token.") from None
            raise
        return wire.Hello(protocol=wire.PROTOCOL, name=name, token=token)


class _Endpoint:
    """An application of its own as the end of a route: Starlette would make a request of a function's."""

    def __init__(self, application: Callable[[Scope, Receive, Send], object]) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._application(scope, receive, send)  # type: ignore[misc]


def _caller(request: Request) -> Caller:
    return Caller(request.client.host if request.client else "")


async def _body(request: Request, seconds: float) -> str:
    """Return the message in a request; raises Refused if it is too long, too slow or no text."""
    body = bytearray()
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                # A client that is cut off while it sends would never read why.
                if size > DISCARDED_BYTES:
                    raise Refused("too-large")
                if size <= wire.MAX_FRAME_BYTES:
                    body += part
        if size > wire.MAX_FRAME_BYTES:
            raise Refused("too-large")
        return body.decode()
    except TimeoutError:
        raise Refused("too-slow") from None
    except UnicodeDecodeError:
        raise Refused("bad-message", "The message is not text in UTF-8.") from None
    except ClientDisconnect:
        raise Refused("bad-message", "The request was broken off.") from None


def _refusal(refused: Refused) -> Response:
    frame = frames.write(wire.Refused(code=refused.code, text=refused.text))
    return _response(frame, status_of(refused.code))


def _response(frame: bytes, status: int) -> Response:
    headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
    if status in (429, 503):
        headers["retry-after"] = str(RETRY_SECONDS)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if status == 408:
        headers["connection"] = "close"
    return Response(frame + b"\n", status, headers, media_type="application/json")

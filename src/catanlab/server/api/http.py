"""The API over HTTP: endpoints become routes of Starlette."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from catanlab.server.api import reading
from catanlab.server.api.bodies import Refusal
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint, Reply
from catanlab.server.api.status import status_of
from catanlab.server.database.errors import LogError, OverloadedError
from catanlab.server.database.rows import PersonRow
from catanlab.server.ledger import ROWS_SPENT, Payer
from catanlab.server.limits import Limits
from catanlab.server.people.addresses import network_of
from catanlab.server.people.identities import SESSION_MILLISECONDS
from catanlab.server.ports import Caller
from catanlab.server.refusals import Refused
from catanlab.server.token_bucket import Budgets

logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = {429: 5, 503: 1}
"""What `Retry-After` says."""
HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
"""What every answer says."""
_METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS"


class Api:
    """The endpoints of a hub over HTTP.

    `origins` are the pages of other hosts that may ask, as for WebSockets.
    """

    def __init__(
        self,
        context: Context,
        endpoints: Sequence[Endpoint],
        *,
        origins: Collection[str] = (),
        limits: Limits | None = None,
    ) -> None:
        self._context = context
        self._origins = frozenset(origin.lower() for origin in origins)
        limits = limits or Limits()
        self._body_seconds = limits.body_seconds
        self._calls = Budgets(rate=limits.requests_per_second, size=limits.requests_at_once)
        self._bad_tokens = Budgets(rate=limits.bad_tokens_per_second, size=limits.bad_tokens_at_once)
        # Those without a handler are here for their other methods, which are refused.
        ordered = sorted(endpoints, key=lambda each: each.path)
        self.routes = [
            Route(path, _Application(self, tuple(group)))
            for path, group in groupby(ordered, key=lambda each: each.path)
        ]
        self.routes.append(Route("/api/{rest:path}", _Application(self, ())))

    async def answer(self, request: Request, endpoints: Sequence[Endpoint]) -> Response:
        """Return the answer to a request for one of the endpoints of a path."""
        try:
            reply = await self._answer(request, endpoints)
        except Refused as refused:
            reply = refusal(refused.code, refused.text, allow=endpoints)
        except OverloadedError as error:
            reply = refusal("overloaded", str(error))
        except (LogError, SQLAlchemyError) as error:
            logger.error("a request could not be kept: %s", getattr(error, "orig", None) or error)
            reply = refusal("not-committed", "The server cannot keep anything now; try again later.")
        except Exception:
            logger.exception("a request for %s failed", endpoints[0].path if endpoints else "a page")
            reply = refusal("server-error")
        self._share(request, reply)
        if request.method == "HEAD":
            reply.body = b""  # the header still says how long it would be
        return reply

    async def _answer(self, request: Request, endpoints: Sequence[Endpoint]) -> Response:
        now, caller = self._context.hub.services.now(), reading.caller_of(request)
        if not self._calls.take(network_of(caller.address), 1, now):
            raise Refused("too-fast")
        if not endpoints:
            raise Refused("no-such-page")
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={**HEADERS, "allow": allowed_methods(endpoints)})
        method = "GET" if request.method == "HEAD" else request.method
        endpoint = next((each for each in endpoints if each.method == method), None)
        if endpoint is None or endpoint.handler is None:
            raise Refused("wrong-method")
        if endpoint.changes and reading.comes_from_foreign_page(request, self._origins):
            raise Refused("foreign-origin")
        call = await self._read(request, endpoint, caller, now)
        given = await endpoint.handler(self._context, call)
        if endpoint.packed and isinstance(given, bytes) and reading.takes_gzip(request):
            packed = await asyncio.to_thread(gzip.compress, given, 6)
            given = Reply(body=packed, headers={"content-encoding": "gzip"})
        return self._respond(request, endpoint, given)

    async def _read(self, request: Request, endpoint: Endpoint, caller: Caller, now: float) -> Call:
        bearer = reading.bearer_of(request)
        # A page of another origin gets what anyone gets, even where a browser sends the cookie.
        is_own = not reading.comes_from_foreign_page(request, self._origins)
        token = bearer or (caller.token if is_own else "")
        person = await self._person(Caller(caller.address, token), now, must_be=bool(bearer))
        if endpoint.who != "anyone":
            if person is None:
                raise Refused("bad-token" if token else "not-logged-in")
            if endpoint.who == "person" and person.kind != "person":
                raise Refused("not-for-bots")
            ledger, payer = self._context.hub.services.ledger, Payer(person.id, network_of(caller.address))
            if not ledger.spend("acts", payer, 1, now):
                raise Refused("too-fast")
            if endpoint.changes and not ledger.spend("rows", payer, 1, now):
                raise Refused("too-fast", ROWS_SPENT)
        parts = reading.read_parts(request, endpoint.parts)
        query = reading.read_query(request, endpoint.query)
        body = None
        if endpoint.body is not None:
            body = await reading.read_body(
                request, endpoint.body, seconds=self._body_seconds, most=endpoint.body_bytes
            )
        return Call(
            path=parts,
            query=query,
            body=body,
            caller=Caller(caller.address, token),
            person=person,
        )

    async def _person(self, caller: Caller, now: float, *, must_be: bool) -> PersonRow | None:
        """Return whose token it is, None if nobody's; raises Refused after many guesses."""
        if not caller.token:
            return None
        # Who has guessed too often is not told whether this token is a good one.
        if not self._bad_tokens.take(network_of(caller.address), 1, now):
            raise Refused("too-fast")
        self._bad_tokens.give_back(network_of(caller.address), 1)
        try:
            return await self._context.hub.people.person_by_token(caller.token, caller)
        except Refused as refused:
            if refused.code != "bad-token":
                raise
            self._bad_tokens.take(network_of(caller.address), 1, now)
            if must_be:
                raise
            return None

    def _respond(
        self, request: Request, endpoint: Endpoint, given: Struct | str | bytes | Reply | None
    ) -> Response:
        reply = given if isinstance(given, Reply) else Reply(body=given)
        headers = {**HEADERS, "cache-control": "no-cache" if endpoint.who == "anyone" else "no-store"}
        if endpoint.changes:
            headers["cache-control"] = "no-store"
        body = reply.body
        if body is None:
            response = Response(status_code=204, headers={**headers, **reply.headers})
        else:
            content = body if isinstance(body, str | bytes) else msgspec.json.encode(body)
            response = Response(content, 200, {**headers, **reply.headers}, endpoint.media)
        if reply.cookie is not None:
            response.set_cookie(
                reading.COOKIE,
                reply.cookie,
                max_age=SESSION_MILLISECONDS // 1000 if reply.cookie else 0,
                path="/",
                secure=request.url.scheme == "https",
                httponly=True,
                samesite="lax",
            )
        return response

    def _share(self, request: Request, response: Response) -> None:
        """Let pages of allowed origins read the answer: browsers ask for it."""
        response.headers["vary"] = "origin, accept-encoding"
        origin = request.headers.get("origin", "")
        if origin.lower() in self._origins:
            response.headers["access-control-allow-origin"] = origin
            response.headers["access-control-allow-credentials"] = "true"
            if request.method == "OPTIONS":
                response.headers["access-control-allow-methods"] = _METHODS
                response.headers["access-control-allow-headers"] = "authorization, content-type"
                response.headers["access-control-max-age"] = "600"


class _Application:
    """The end of a route: an application of its own, so that every method arrives."""

    def __init__(self, api: Api, endpoints: Sequence[Endpoint]) -> None:
        self._api = api
        self._endpoints = endpoints

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._api.answer(Request(scope, receive), self._endpoints)
        await response(scope, receive, send)


def refusal(code: str, text: str = "", *, allow: Iterable[Endpoint] = ()) -> Response:
    """Return the answer to what was refused."""
    body = msgspec.json.encode(Refusal(code=code, text=text or str(Refused(code).text)))
    status = status_of(code)
    headers = {**HEADERS, "cache-control": "no-store"}
    if status in RETRY_SECONDS:
        headers["retry-after"] = str(RETRY_SECONDS[status])
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if status == 405:
        headers["allow"] = allowed_methods(allow)
    if status == 408:
        headers["connection"] = "close"  # what is left of the body is not waited for
    return Response(body, status, headers, "application/json")


def allowed_methods(endpoints: Iterable[Endpoint]) -> str:
    """Return the header `Allow` of a path."""
    methods = {each.method for each in endpoints}
    return ", ".join([*sorted(methods), *(["HEAD"] if "GET" in methods else []), "OPTIONS"])

"""How requests are read: bodies of limited size and time, queries and parts of paths as msgspec says."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from catanlab.server.origins import is_foreign
from catanlab.server.ports import Caller
from catanlab.server.protocol.plain_words import plain_reason
from catanlab.server.refusals import Refused
from catanlab.server.wire import MAX_FRAME_BYTES

COOKIE = "catanlab_session"
"""The cookie that has the token of the session."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BEARER = re.compile(r"bearer +(.+)", re.IGNORECASE | re.DOTALL)


def cookie_of(request: HTTPConnection) -> str:
    """Return the token in the cookie of a request; empty if there is none."""
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else ""


def bearer_of(request: HTTPConnection) -> str:
    """Return the token in the header `Authorization`, empty if there is none; raises Refused: bad-token."""
    given = request.headers.getlist("authorization")
    if not given:
        return ""
    match = _BEARER.fullmatch(given[0].strip())
    if len(given) > 1 or match is None or not _TOKEN.fullmatch(match[1]):
        raise Refused("bad-token", "The header is `Authorization: Bearer TOKEN`.")
    return match[1]


def comes_from_foreign_page(request: HTTPConnection, allowed: frozenset[str]) -> bool:
    """Say whether a request comes from a page that is neither the server's own nor allowed."""
    headers = request.headers
    return is_foreign(
        origins=headers.getlist("origin"),
        fetch_sites=headers.getlist("sec-fetch-site"),
        host=headers.get("host", ""),
        allowed=allowed,
    )


def caller_of(request: HTTPConnection) -> Caller:
    """Return where a request or WebSocket comes from, with the token of its cookie."""
    return Caller(request.client.host if request.client else "", cookie_of(request))


async def read_body(
    request: Request, kind: type[Struct], *, seconds: float, most: int = MAX_FRAME_BYTES
) -> Any:
    """Return the body of a request; raises Refused: not-json, too-large, too-slow, bad-request."""
    body = await _bytes_of(request, seconds, most)
    if body:
        said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if said != "application/json":
            # A form of a foreign page can send other types without asking the server first.
            raise Refused("not-json")
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad-request", _sentence("the body", error)) from None


async def _bytes_of(request: Request, seconds: float, most: int) -> bytes:
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise Refused("too-large")
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused("too-large")
    except TimeoutError:
        raise Refused("too-slow") from None
    except ClientDisconnect:
        raise Refused("bad-request", "The request was broken off.") from None
    return bytes(body)


def takes_gzip(request: HTTPConnection) -> bool:
    """Say whether the answer may be compressed."""
    for part in ",".join(request.headers.getlist("accept-encoding")).lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() == "gzip":
            return not re.fullmatch(r"q=0(\.0*)?", quality.strip())
    return False


def read_query(request: HTTPConnection, kind: type[Struct]) -> Any:
    """Return the query of a request; raises Refused: bad-request."""
    pairs = request.query_params.multi_items()
    given = dict(pairs)
    if len(given) != len(pairs):
        raise Refused("bad-request", "A field of the query is given twice.")
    try:
        return msgspec.convert(given, kind, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused("bad-request", _sentence("the query", error)) from None


def read_parts(request: HTTPConnection, kind: type[Struct]) -> Any:
    """Return the parts of a path; raises Refused: no-such-page, for nothing can be there."""
    try:
        return msgspec.convert(request.path_params, kind)
    except msgspec.ValidationError:
        raise Refused("no-such-page") from None


def _sentence(where: str, error: Exception) -> str:
    reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else plain_reason(error)
    return f"What is wrong with {where}: {reason}"

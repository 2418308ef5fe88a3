"""The line of a bot to a server: frames come as lines of one response, messages go out by POST.

It is a line as the client of the WebSocket uses it. What a POST answers is in the stream as well, so that
only what never reaches the stream is looked at here: a token that is wrong, a server that is not there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import httpx

from catanlab.framework.errors import CatanlabError
from catanlab.server.client.client import ConnectionEndedError, LineClosedError

SILENCE_SECONDS = 30.0
"""Without any line for so long, not even an empty one, the stream is taken for lost."""
ANSWER_SECONDS = 30.0
RETRIES = (0.1, 0.5, 1.0, 2.0)
"""Seconds before a POST that did not reach the server is sent again."""
MOST_WAIT_SECONDS = 60.0
"""The longest `Retry-After` that is waited for."""


class AddressError(CatanlabError, ValueError):
    """The address of a server that is none."""

    code = "bad-server"


class TokenError(CatanlabError):
    """The server does not take the token, or not for a bot."""

    code = "bad-token"


def server_address(text: str) -> str:
    """Return the address of a server without what follows its host; raises AddressError.

    >>> server_address("https://catan.example:8443/")
    'https://catan.example:8443'
    """
    try:
        parts = urlsplit(text)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fits = False
    if not fits or parts.query or parts.fragment or parts.username is not None:
        raise AddressError(f"{text!r} is not the address of a server, such as http://127.0.0.1:8000")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def http_address(socket: str) -> str:
    """Return the address for bots of the server with a WebSocket.

    >>> http_address("wss://catan.example/ws")
    'https://catan.example'
    """
    return f"http{socket.removeprefix('ws').removeprefix('http')}".removesuffix("/ws")


class HttpLine:
    """An open stream, and the POST requests next to it."""

    def __init__(self, http: httpx.AsyncClient, response: httpx.Response, retries: Sequence[float]) -> None:
        self._http = http
        self._response = response
        self._retries = retries
        self._lines: AsyncIterator[str] = response.aiter_lines()
        self._failed: CatanlabError | None = None
        self._is_closed = False
        self._posts = 0
        """How many messages are on their way."""

    async def send(self, message: str) -> None:
        """Send a message, again if it did not reach the server; raises LineClosedError."""
        if '"t":"hello"' in message:
            return  # the token has said who it is
        for delay in (*self._retries, None):
            if self._is_closed:  # the stream ended meanwhile: the message is sent again over the next one
                raise LineClosedError("the stream ended before a message was sent")
            try:
                answer = await self._post(message)
            except httpx.TransportError as error:
                if delay is None:
                    await self.close()
                    raise LineClosedError(f"a message did not reach the server: {error}") from error
            else:
                if answer.status_code in (401, 403) and answer.headers.get("www-authenticate"):
                    self._failed = TokenError(reason_of(answer))
                    await self.close()
                if _has_no_stream(answer):  # behind a proxy it may have reached another process
                    await self.close()
                    raise LineClosedError("the server that was reached has no stream of this bot")
                # Proxies answer so while the server is away; the server's own refusals are in the stream.
                if answer.status_code not in (502, 504) or delay is None:
                    return
            await asyncio.sleep(delay)

    async def recv(self) -> str | bytes:
        """Return the next frame; raises LineClosedError at the end of the stream."""
        try:
            async for line in self._lines:
                if line:
                    return line
        except (httpx.TransportError, httpx.StreamError) as error:
            raise LineClosedError(str(error) or type(error).__name__) from error
        if self._failed is not None:
            raise self._failed
        raise LineClosedError("the stream ended")

    async def close(self) -> None:
        """Close the stream and all connections."""
        self._is_closed = True
        # Each by itself: a stream that is being read cannot be closed, and must not keep the others open.
        with suppress(httpx.HTTPError, RuntimeError):
            await self._response.aclose()
        await self._close_connections()

    async def _post(self, message: str) -> httpx.Response:
        self._posts += 1
        try:
            return await self._http.post("/api/bot/send", content=message.encode())
        finally:
            self._posts -= 1
            if self._is_closed:
                await self._close_connections()

    async def _close_connections(self) -> None:
        """Close all connections once nothing is on its way: one that is being made would stay open."""
        if self._posts == 0:
            with suppress(httpx.HTTPError, RuntimeError):
                await self._http.aclose()


class HttpDial:
    """Opens such lines with one token."""

    def __init__(self, token: str, *, retries: Sequence[float] = RETRIES) -> None:
        self._token = token
        self._retries = retries

    async def __call__(self, url: str) -> HttpLine:
        """Open the stream at a server; raises TokenError, ConnectionEndedError, or OSError to try again."""
        http = httpx.AsyncClient(
            base_url=url,
            headers={"Authorization": f"Bearer {self._token}"},
            timeout=httpx.Timeout(ANSWER_SECONDS),
            trust_env=False,
            follow_redirects=False,
        )
        try:
            return await self._open(http, url)
        except BaseException:
            await http.aclose()
            raise

    async def _open(self, http: httpx.AsyncClient, url: str) -> HttpLine:
        while True:
            timeout = httpx.Timeout(ANSWER_SECONDS, read=SILENCE_SECONDS)
            request = http.build_request("GET", "/api/bot/stream", timeout=timeout)
            try:
                response = await http.send(request, stream=True)
                if response.status_code == 200:
                    return HttpLine(http, response, self._retries)
                await response.aread()
            except httpx.TransportError as error:
                raise OSError(str(error) or type(error).__name__) from error
            await response.aclose()
            status = response.status_code
            if status in (401, 403):
                raise TokenError(f"the server at {url} does not take the token: {reason_of(response)}")
            if status == 429:
                await asyncio.sleep(_wait_of(response))
            elif status >= 500:
                raise OSError(f"the server answers {status}: {reason_of(response)}")
            else:
                moved = f", and sends us to {response.headers['location']}" if response.is_redirect else ""
                raise ConnectionEndedError(
                    f"the server at {url} has no stream for bots: it answers {status}{moved}"
                )


def reason_of(response: httpx.Response) -> str:
    """Return the sentence of a refusal."""
    try:
        return str(response.json()["text"])
    except (ValueError, KeyError, TypeError):
        return response.reason_phrase or "no reason is given"


def _has_no_stream(answer: httpx.Response) -> bool:
    try:
        return answer.status_code == 409 and answer.json().get("code") == "no-stream"
    except (ValueError, AttributeError):
        return False


def _wait_of(response: httpx.Response) -> float:
    word = response.headers.get("retry-after", "")
    return min(MOST_WAIT_SECONDS, float(word)) if word.isdecimal() else 1.0

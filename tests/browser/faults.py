"""What must not happen in a browser: errors in the console, in scripts, failed or foreign requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebSocket

NETWORK = re.compile(r"net::ERR_|WebSocket connection to|ERR_INTERNET_DISCONNECTED")
"""What the console says by itself when the server cannot be reached, whatever the page does."""

REFUSAL = re.compile(r"status (of )?4\d\d.*/api/")
"""What a browser makes of a refusal of the API."""


class Faults:
    """Everything wrong that a browser context saw."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.found: list[str] = []
        self._host = urlsplit(address).netloc
        self._network_may_fail = False
        self._refusals_may_come = False
        context.on("request", self._requested)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        context.on("console", self._said)
        context.on("weberror", lambda error: self._note(f"script: {error.error.stack or error.error}"))
        context.on("page", self._opened)

    @contextmanager
    def network_may_fail(self) -> Iterator[None]:
        """Allow the words of the browser about a server that cannot be reached, and nothing else."""
        self._network_may_fail = True
        try:
            yield
        finally:
            self._network_may_fail = False

    @contextmanager
    def refusals_may_come(self) -> Iterator[None]:
        """Allow answers of the API that refuse what was asked, which a browser calls failures."""
        self._refusals_may_come = True
        try:
            yield
        finally:
            self._refusals_may_come = False

    def check(self) -> None:
        """Fail if there was any."""
        found, self.found = self.found, []
        assert not found, "in the browser:\n" + "\n".join(found)

    def _note(self, fault: str) -> None:
        if self._network_may_fail and NETWORK.search(fault):
            return
        if self._refusals_may_come and REFUSAL.search(fault):
            return
        self.found.append(fault)

    def _opened(self, page: Page) -> None:
        page.on("websocket", self._connected)
        page.on("crash", lambda page: self._note(f"crash: {page.url}"))

    def _connected(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != self._host:
            self._note(f"foreign socket: {socket.url}")

    def _requested(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob") and url.netloc != self._host:
            self._note(f"foreign request: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure == "net::ERR_ABORTED" and urlsplit(request.url).path.startswith("/page/"):
            return  # who leaves a page no longer waits for the modules that it was still fetching
        self._note(f"failed request: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"status {response.status}: {response.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            place = message.location
            self._note(f"console: {message.text} ({place['url']}:{place['lineNumber']})")

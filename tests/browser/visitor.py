"""A person with a browser of their own: a context, its page, and what came to it from the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from playwright.async_api import Browser, BrowserContext, Page, Response, WebSocket
from tests.browser.faults import Faults

Device: TypeAlias = Literal["desktop", "phone", "dark", "phone-dark", "still"]
DESKTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {
    "viewport": {"width": 360, "height": 780},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DEVICES: Mapping[Device, Mapping[str, Any]] = MappingProxyType(
    {
        "desktop": DESKTOP,
        "phone": PHONE,
        "dark": DESKTOP | {"color_scheme": "dark"},
        "phone-dark": PHONE | {"color_scheme": "dark"},
        "still": DESKTOP | {"reduced_motion": "reduce"},
    }
)
"""What people hold in their hands; `still` wants reduced motion."""
COOKIE, IDENTITY = "catanlab_session", "catanlab.identity"
"""Where a browser keeps who it is."""
PATIENCE = 20.0
"""Seconds until what a page should show, or a server should say, has failed to come."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass
class Known:
    """A room as the frames that came to a page tell it."""

    seq: int = 0
    seat: int | None = None
    view: dict[str, Any] = field(default_factory=dict)
    board: dict[str, Any] = field(default_factory=dict)
    table: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)

    def take(self, update: dict[str, Any]) -> None:
        """Take an update."""
        self.events += [event for event in update.get("events", []) if event["seq"] > self.seq]
        self.seq, self.seat = update["seq"], update.get("seat")
        self.view = update.get("view", self.view)
        self.board = update.get("board", self.board)
        self.table = update.get("table", self.table)


class Visitor:
    """A person at a page of the server."""

    def __init__(self, context: BrowserContext, page: Page, address: str, name: str) -> None:
        self.context = context
        self.page = page
        self.address = address
        self.name = name
        self.faults = Faults(context, address)
        self.received: list[str] = []
        """The frames that came from the server, oldest first."""
        self.sent: list[str] = []
        self.refusals: list[dict[str, Any]] = []
        """What the server refused."""
        self.acks = 0
        """How many acts it acknowledged."""
        self.rooms: dict[str, Known] = {}
        self._news = asyncio.Event()
        page.on("websocket", self._follow)

    @classmethod
    async def enter(
        cls,
        browser: Browser,
        address: str,
        *,
        name: str = "",
        device: Device = "desktop",
        token: str = "",
        language: str = "en",
        **options: Any,
    ) -> Visitor:
        """Open a browser context on a device; with `token` it is that person from the start."""
        given: dict[str, Any] = {"locale": language, **DEVICES[device], **options}
        if token:
            kept = {"name": IDENTITY, "value": json.dumps({"name": name, "token": ""})}
            given["storage_state"] = {"origins": [{"origin": address, "localStorage": [kept]}]}
        context = await browser.new_context(**given)
        context.set_default_timeout(PATIENCE * 1000)
        if token:
            await context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
        return cls(context, await context.new_page(), address, name)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._take(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _take(self, frame: str) -> None:
        self.received.append(frame)
        message = json.loads(frame)
        if message["t"] == "update":
            self.rooms.setdefault(message["room"], Known()).take(message)
        elif message["t"] == "refused":
            self.refusals.append(message)
        elif message["t"] == "ack":
            self.acks += 1
        self._news.set()

    async def open(self, path: str = "/") -> Response | None:
        """Load a page of the server."""
        return await self.page.goto(self.address + path)

    async def until(self, condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until a condition holds, asked after every frame; fails with `what` after some seconds."""
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name or 'a visitor'} waited in vain: {what}") from None

    async def drawn(self) -> None:
        """Wait until the page has drawn what came."""
        await self.page.evaluate(DRAWN)

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a kind that came from the server."""
        return [message for message in map(json.loads, self.received) if message["t"] == kind]

    async def leave(self) -> None:
        """Close the browser context."""
        await self.context.close()


Visit: TypeAlias = Callable[..., Awaitable[Visitor]]
"""`Visitor.enter` at the browser of the tests: what the fixture `visit` returns."""

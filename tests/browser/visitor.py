"""A person with a browser of their own: a context, its page, and the frames that came to it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
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
COOKIE = "catanlab_session"
PATIENCE = 15_000
"""Milliseconds until what a page should show has failed to appear."""


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
        context = await browser.new_context(**given)
        context.set_default_timeout(PATIENCE)
        if token:
            await context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
        return cls(context, await context.new_page(), address, name)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    async def open(self, path: str = "/") -> Response | None:
        """Load a page of the server."""
        return await self.page.goto(self.address + path)

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a kind that came from the server."""
        return [message for message in map(json.loads, self.received) if message["t"] == kind]

    def view(self, room: str) -> dict[str, Any]:
        """Return the game as the server showed it last."""
        for frame in reversed(self.received):
            message: dict[str, Any] = json.loads(frame)
            if message["t"] == "update" and message["room"] == room and "view" in message:
                view: dict[str, Any] = message["view"]
                return view
        raise AssertionError(f"{self.name or 'the visitor'} got no view of room {room}")

    async def leave(self) -> None:
        """Close the browser context."""
        await self.context.close()


Visit: TypeAlias = Callable[..., Awaitable[Visitor]]
"""`Visitor.enter` at the browser of the tests: what the fixture `visit` returns."""

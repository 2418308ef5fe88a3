"""A page with nothing but the board: the real files under the real Content-Security-Policy, no server."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, Route

import catanlab.server.page
from catanlab.games.catan.text.boards import read_board
from catanlab.games.catan.view.board_json import board_json

PAGE = Path(catanlab.server.page.__file__).parent
ADDRESS = "http://board.test"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SCRIPT = """
import { Board } from "/board/board.js";
import * as motion from "/parts/motion.js";
import * as sounds from "/parts/sounds.js";
const calls = [];
const options = {
  onPick: (kind, id) => calls.push(["pick", kind, id]),
  onPoint: (kind, id) => calls.push(["point", kind, id]),
  label: (kind, id) => `Spot ${id} (${kind})`,
  reducedMotion: () => window.still,
};
async function renew() {
  motion.settle();
  document.activeElement?.blur();
  await new Promise((done) => setTimeout(done));
  document.querySelector("main").replaceChildren();
  document.querySelector(".tall").replaceChildren();
  scrollTo(0, 0);
  calls.length = 0;
  const board = new Board(options);
  document.querySelector("main").append(board.element);
  Object.assign(window, { board, still: false });
}
Object.assign(window, { Board, calls, options, motion, sounds, renew });
renew();
"""
STYLE = """
.sprite { position: absolute; }
html, body, main { margin: 0; height: 100%; }
main { width: 648px; height: 510px; }
@media (width < 700px) { main { width: 100%; height: 340px; } }
.tall { height: 2000px; }
.deuteranopia body { filter: url(#deuteranopia); }
"""
# Machado, Oliveira, Fernandes (2009), severity 1, in linear RGB.
FILTER = (
    '<svg width="0" height="0" class="sprite"><filter id="deuteranopia"><feColorMatrix values="'
    '0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0"/></filter></svg>'
)
HTML = """<!doctype html><html lang="en"{root}><head><meta charset="utf-8"><title>The board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{styles}</head><body>{sprite}{filter}<main></main><div class="tall"></div>
<script type="module" src="/harness.js"></script></body></html>"""

DESKTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}


class BoardPage:
    """The board in a browser context of its own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", lambda line: self._hear(line.type, line.text))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(f"{kind}: {text}")

    @classmethod
    async def open(
        cls, browser: Browser, *, phone: bool = False, root: str = "", **options: Any
    ) -> BoardPage:
        """Open the page; `root` are attributes of the root element."""
        given: dict[str, Any] = {**(PHONE if phone else DESKTOP), **options}
        context = await browser.new_context(**given)
        page = await context.new_page()

        async def answer(route: Route) -> None:
            await _answer(route, root)

        await page.route(f"{ADDRESS}/**", answer)
        shown = cls(page)
        await page.goto(ADDRESS)
        await page.wait_for_function("() => window.board !== undefined")
        return shown

    async def renew(self) -> None:
        """Begin again with a board that shows nothing."""
        await self.page.mouse.move(1200, 700)
        await self.page.evaluate("renew()")

    def check(self) -> None:
        """Raise AssertionError if the browser complained."""
        assert not self.faults, self.faults

    async def set(self, state: Mapping[str, Any]) -> None:
        """Show a state."""
        await self.page.evaluate("state => board.set(state)", dict(state))

    async def calls(self) -> list[list[Any]]:
        """Return the callbacks since the last time."""
        found: list[list[Any]] = await self.page.evaluate("calls.splice(0)")
        return found

    async def picks(self) -> list[tuple[str, int]]:
        """Return what was picked since the last time."""
        return [(kind, number) for name, kind, number in await self.calls() if name == "pick"]

    async def place(self, kind: str, number: int) -> tuple[float, float]:
        """Return where a place is in the window."""
        point = await self.page.evaluate("([kind, id]) => board.place(kind, id)", [kind, number])
        return point["x"], point["y"]

    async def markup(self) -> str:
        """Return the drawing as text."""
        text: str = await self.page.evaluate("board.element.outerHTML")
        return text


async def _answer(route: Route, root: str) -> None:
    path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
    headers = {"Content-Security-Policy": POLICY}
    if path in ("", "/"):
        styles = "".join(
            f'<link rel="stylesheet" href="{href}">'
            for href in ("/style/tokens.css", "/style/board.css", "/harness.css")
        )
        sprite = (PAGE / "sprite.svg").read_text("utf-8")
        body = HTML.format(root=f" {root}" if root else "", styles=styles, sprite=sprite, filter=FILTER)
        await route.fulfill(body=body, headers=headers | {"Content-Type": "text/html"})
    elif path == "/harness.js":
        await route.fulfill(body=SCRIPT, headers=headers | {"Content-Type": "text/javascript"})
    elif path == "/harness.css":
        await route.fulfill(body=STYLE, headers=headers | {"Content-Type": "text/css"})
    elif path == "/favicon.ico":
        await route.fulfill(status=204)
    else:
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        await route.fulfill(body=(PAGE / path[1:]).read_bytes(), headers=headers | {"Content-Type": kind})


def edge_ids(layout: Mapping[str, Any], pairs: Iterable[Iterable[int]]) -> list[int]:
    """Return the numbers of edges that are given by their nodes."""
    numbers = {tuple(ends): number for number, ends in enumerate(layout["edges"])}
    return [numbers[tuple(sorted(pair))] for pair in pairs]


def board_layout(text: str) -> dict[str, Any]:
    """Return a board of our notation as it goes over the wire."""
    layout: dict[str, Any] = json.loads(board_json(read_board(text)))
    return layout

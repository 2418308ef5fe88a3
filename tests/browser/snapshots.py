"""What a page shows, as data: its text and its board, without what passes with time."""

from __future__ import annotations

import time
from typing import Any

from playwright.async_api import Page
from tests.browser.visitor import PATIENCE, Visit, Visitor

LOOK = """() => {
  const words = (root) => {
    const copy = root.cloneNode(true);
    // What fades by itself, clocks, and the live region, which tells what happened while one was there.
    const passing = ".fades, [role=timer], [aria-live]:not(.prompt), script, title";
    for (const gone of copy.querySelectorAll(passing)) gone.remove();
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  const board = document.querySelector(".board svg");
  const drawn = board ? [...board.querySelectorAll("*")].map((element) => {
    const left = ["class", "viewBox", "tabindex"];
    const names = [...element.attributes].filter(({ name }) => !left.includes(name));
    const kinds = [...element.classList].filter((name) => !["at", "in", "new"].includes(name)).sort();
    return `${element.tagName} ${kinds} ${names.map(({ name, value }) => `${name}=${value}`).sort()}`;
  }).sort() : [];
  const enabled = [...document.querySelectorAll("button")].map((button) =>
    `${button.ariaLabel ?? button.innerText.trim()} ${button.disabled || button.ariaDisabled === "true"}`);
  return { text: words(document.body), board: drawn, buttons: enabled };
}"""


async def look(page: Page) -> dict[str, Any]:
    """Return what a page shows."""
    shown: dict[str, Any] = await page.evaluate(LOOK)
    return shown


async def assert_like_a_fresh_load(
    visit: Visit, visitor: Visitor, path: str, token: str, room: str
) -> None:
    """Fail unless a page shows what the same person sees who opens the address now."""
    other = await visit(visitor.address, token=token, name=visitor.name)
    await other.open(path)
    await other.until(lambda: bool(room in other.rooms and other.rooms[room].view), "the room")
    known, fresh = visitor.rooms[room], other.rooms[room]
    await visitor.until(lambda: known.seq >= fresh.seq, f"event {fresh.seq}, which a fresh load shows")
    await other.until(lambda: fresh.seq >= known.seq, f"event {known.seq}, which the page shows")
    late = time.monotonic() + PATIENCE
    while True:
        await visitor.drawn()
        await other.drawn()
        shown = [await look(visitor.page), await look(other.page)]
        if shown[0] == shown[1] or time.monotonic() > late:
            break
        await visitor.page.wait_for_timeout(250)
    await other.leave()
    for part in ("text", "buttons", "board"):
        assert shown[0][part] == shown[1][part], f"the page and a fresh load differ in their {part}"

"""How people act on a page: with a mouse, with a finger, with keys alone."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Any

from playwright.async_api import Locator, Page
from tests.browser.visitor import DRAWN

MAIN = ":is(.go, .bar) .btn.main"
SPOT = '.spot[data-id="{}"]'
FRESH = "[data-fresh]"
"""A control that has just changed its meaning: it takes no press yet."""
STILL = """async (spot) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let before;
  let box = spot.getBoundingClientRect();
  do {
    before = box;
    await frame();
    await frame();
    box = spot.getBoundingClientRect();
  } while (box.x !== before.x || box.y !== before.y || box.width !== before.width);
  return box;
}"""
"""Where an element is, once the board no longer glides."""
MOST_TABS = 150
"""More than there are controls on a page."""


def seen(control: Locator) -> Locator:
    """Return a control as somebody presses it who has seen what it does now."""
    return control.and_(control.page.locator(f":not({FRESH})"))


class Hands(ABC):
    """What a person does to the controls of a table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    async def press(self, selector: str) -> None:
        """Press a control that is shown."""

    @abstractmethod
    async def spot(self, name: str, *, confirm: bool = True) -> None:
        """Choose a marked place on the board, such as `node-19`; without `confirm` more is to be chosen."""

    async def main(self) -> None:
        """Press the main button."""
        await self.press(MAIN)

    async def build(self, kind: str) -> None:
        """Begin to build, or buy a card."""
        await self.press(f"[data-build={kind}]")

    async def answer(self, answer: str) -> None:
        """Accept or reject the offer to oneself."""
        await self.press(f"[data-open=offer] [data-act={answer}]")

    async def open_tray(self) -> None:
        """Make the trade tray usable; it always is, unless a window is small."""
        return

    async def _middle(self, name: str) -> tuple[float, float]:
        """Return where a place is in the window: a road that goes straight up has no width of its own."""
        box: Any = await self.page.locator(SPOT.format(name)).evaluate(STILL)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse(Hands):
    """A mouse at a desk."""

    async def press(self, selector: str) -> None:
        """Click a control."""
        await seen(self.page.locator(selector).first).click()

    async def spot(self, name: str, *, confirm: bool = True) -> None:
        """Point at a place, and click it."""
        x, y = await self._middle(name)
        await self.page.mouse.move(x, y)
        await self.page.mouse.click(x, y)


class Finger(Hands):
    """A finger on a phone: sheets rise from the bar, and a place is confirmed."""

    async def press(self, selector: str) -> None:
        """Tap a control, which is not in a sheet."""
        if "#tray" not in selector and "[data-build=" not in selector:
            await self._close_sheet()
        await seen(self.page.locator(selector).first).tap()

    async def spot(self, name: str, *, confirm: bool = True) -> None:
        """Tap a place, and confirm it."""
        await self._close_sheet()
        await self.page.touchscreen.tap(*await self._middle(name))
        if confirm:
            await self.press(".stage .btn.yes")

    async def build(self, kind: str) -> None:
        """Open the sheet of what can be built, and begin."""
        await self._open_sheet("build")
        await super().build(kind)

    async def open_tray(self) -> None:
        """Open the sheet with the trade tray."""
        await self._open_sheet("trade")

    async def _open_sheet(self, name: str) -> None:
        if not await self.page.locator(f".sheet.{name}sheet").count():
            await self._close_sheet()
            await seen(self.page.locator(f".tab[data-sheet={name}]")).tap()

    async def _close_sheet(self) -> None:
        await self.page.evaluate(DRAWN)  # a sheet closes by itself when its choice was made
        close = self.page.locator(".sheet > header .btn.icon")
        if await close.count():
            await seen(close).tap()


class Keys(Hands):
    """Keys alone: those of the help, Tab and Enter."""

    async def press(self, selector: str) -> None:
        """Go to a control by Tab, and press it."""
        await self._reach(selector)
        await self.page.keyboard.press("Enter")

    async def spot(self, name: str, *, confirm: bool = True) -> None:
        """Go to a place on the board, and take it."""
        # Both at once: the page takes them for a pair only if they come within a second and a half.
        await asyncio.gather(self.page.keyboard.press("g"), self.page.keyboard.press("b"))
        await self._reach(SPOT.format(name))
        await self.page.keyboard.press("Enter")

    async def main(self) -> None:
        """Press the main button by its key."""
        roll = await self.page.locator(MAIN).inner_text() == "Roll dice"
        await self.page.keyboard.press("d" if roll else "Enter" if await self._discards() else "e")

    async def build(self, kind: str) -> None:
        """Press the key of a piece."""
        await self.page.keyboard.press({"road": "r", "settlement": "s", "city": "c", "card": "b"}[kind])

    async def answer(self, answer: str) -> None:
        """Go to the first offer, and answer by a letter."""
        await self.page.keyboard.press("o")
        await self.page.keyboard.press({"accept": "a", "reject": "n"}[answer])

    async def _discards(self) -> bool:
        return await self.page.locator(".slot .card.up").count() > 0

    async def _reach(self, selector: str) -> None:
        await self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(MOST_TABS):
            if await self.page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
                await self.page.locator(f":focus{FRESH}").wait_for(state="detached")
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

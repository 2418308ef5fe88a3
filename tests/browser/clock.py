"""A clock that stands in a page until a test lets time pass: for what counts how long it was seen."""

from __future__ import annotations

from playwright.async_api import BrowserContext, Page

STANDING = """(() => {
  let now = performance.now();
  performance.now = () => now;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => now });
  window.letTimePass = (ms) => { now += ms; };
})()"""


async def stop_clock(context: BrowserContext) -> None:
    """Let the clock of all pages to come stand: events happen at its time, timers go on."""
    await context.add_init_script(STANDING)


async def pass_time(page: Page, milliseconds: float) -> None:
    """Let the clock of a page go on by so much."""
    await page.evaluate("(ms) => window.letTimePass(ms)", milliseconds)

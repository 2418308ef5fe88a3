"""How quick the page is, in a real browser: `python -m catanlab.benchmarks.page`.

It needs Playwright and a chromium, which `make install` fetches. Three things are measured against a server
of its own: a first visit until *Play now* can be pressed, and from there to the first own move; the
time from a message with events to the drawn frame, over a game that the page follows; and the memory of
a page that follows one game after another.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from catanlab.benchmarks.load_server import Server
from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server import wire
from catanlab.server.client import connect

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-precise-memory-info")
SIZE: Any = {"width": 1280, "height": 720}
QUICK = wire.RoomOptions(robots=("greedy",), robot_seconds=0.05)
"""Robots that leave time for a frame between their moves."""
WATCH = """
(() => {
  window.drawn = [];
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (!data.startsWith('{"t":"update"') || !data.includes('"events":[')) return;
        const begun = performance.now();
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => window.drawn.push(performance.now() - begun);
          after.port2.postMessage(0);
        });
      });
    }
  };
})();
"""
"""Notes for each update with events how long it took until its frame was drawn."""


async def first_visit(browser: Browser, address: str, number: int) -> tuple[float, float]:
    """Return the seconds until *Play now* can be pressed, and from the press to the first own move."""
    context = await browser.new_context(viewport=SIZE)
    page = await context.new_page()
    begun = perf_counter()
    await page.goto(address, wait_until="commit")
    button = page.get_by_role("button", name="Play now")
    await button.wait_for()
    ready = perf_counter() - begun
    await page.get_by_label("Your name").first.fill(f"Visitor {number}")
    begun = perf_counter()
    await button.click()
    await page.locator(".spot").first.wait_for(timeout=30_000)
    move = perf_counter() - begun
    await context.close()
    return ready, move


async def follow_game(page: Page, address: str, name: str) -> None:
    """Let a person and robots play a game while the page watches it."""
    url = f"{address.replace('http', 'ws', 1)}/ws"
    async with await connect(url, name) as umpire:
        room = await umpire.create(QUICK)
        await page.evaluate(
            """(path) => {
                history.pushState(null, "", path);
                dispatchEvent(new PopStateEvent("popstate"));
            }""",
            f"/room/{room.room}",
        )
        await page.locator(".sea").wait_for()
        await umpire.sit(room.room, 0)
        await umpire.start(room.room)
        await ScriptedPerson(umpire, room, 1).play()


async def memory(page: Page) -> tuple[float, int]:
    """Return the megabytes that the page's scripts use, and its elements, after a collection."""
    session = await page.context.new_cdp_session(page)
    await session.send("Performance.enable")
    await session.send("HeapProfiler.collectGarbage")
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    values = {each["name"]: each["value"] for each in metrics}
    await session.detach()
    return values["JSHeapUsedSize"] / 1e6, int(values["Nodes"])


def spread(values: Sequence[float]) -> str:
    """Return the median and the 99th percentile in milliseconds."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    middle, most = median(ordered), ordered[-1]
    return f"median {1000 * middle:.1f} ms, p99 {1000 * high:.1f} ms, most {1000 * most:.1f} ms"


async def measure(address: str, visits: int, games: int) -> None:
    """Print all figures."""
    program = shutil.which("chromium") or "chromium"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        times = [await first_visit(browser, address, number) for number in range(visits)]
        print(f"first visit until it can be used, {visits} visits: {spread([ready for ready, _ in times])}")
        print(f"from Play now to the first own move: {spread([move for _, move in times])}")
        context = await browser.new_context(viewport=SIZE)
        page = await context.new_page()
        await page.add_init_script(WATCH)
        await page.goto(address)
        await page.get_by_label("Your name").first.fill("Watcher")
        await page.get_by_role("button", name="Play now").click()
        await page.locator(".dock").wait_for()
        for number in range(games):
            await follow_game(page, address, f"Umpire {number}")
            if number == 0:
                drawn = [one / 1000 for one in await page.evaluate("window.drawn")]
                print(f"from an event to the drawn board, {len(drawn)} updates of a game: {spread(drawn)}")
            used, nodes = await memory(page)
            print(f"after game {number + 1}: {used:.1f} MB of scripts' memory, {nodes} nodes", flush=True)
        await browser.close()


def main() -> None:
    """Run the measurement of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        limit = "--limit=requests_at_once=100000"
        server = Server(f"sqlite:///{Path(folder) / 'rooms.db'}", options=[limit])
        try:
            address = server.url.replace("ws", "http", 1).removesuffix("/ws")
            asyncio.run(measure(address, given.visits, given.games))
        finally:
            server.kill()


if __name__ == "__main__":
    main()

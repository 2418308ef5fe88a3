"""Frames lost, doubled or late, no network, a server that dies: the page comes back the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import WebSocketRoute
from tests.browser.company import Company, company
from tests.browser.conftest import serving
from tests.browser.rooms import QUICK
from tests.browser.snapshots import assert_like_a_fresh_load
from tests.browser.test_legality import step
from tests.browser.visitor import Visit, Visitor
from tests.server.bots.serve_process import ServeProcess

NAMES = ("Ada", "Bob", "Cyd", "Dan")


class Mangler:
    """Stands between a page and its server: loses, doubles and delays frames while `on`."""

    def __init__(self, chance: Random) -> None:
        self.on = True
        self.counts = {"lost": 0, "doubled": 0, "delayed": 0}
        self._chance = chance
        self._late: set[asyncio.Task[None]] = set()

    async def connect(self, page: WebSocketRoute) -> None:
        """Take a connection of the page."""
        server = page.connect_to_server()
        page.on_message(lambda frame: self._pass(server, frame))
        server.on_message(lambda frame: self._pass(page, frame))

    def _pass(self, to: WebSocketRoute, frame: str | bytes) -> None:
        fate = self._chance.random() if self.on else 1.0
        if fate < 0.15:
            self.counts["lost"] += 1
        elif fate < 0.3:
            self.counts["doubled"] += 1
            to.send(frame)
            to.send(frame)
        elif fate < 0.5:
            self.counts["delayed"] += 1
            task = asyncio.get_running_loop().create_task(self._later(to, frame))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
        else:
            to.send(frame)

    async def _later(self, to: WebSocketRoute, frame: str | bytes) -> None:
        await asyncio.sleep(self._chance.random() * 0.3)  # others overtake it
        to.send(frame)

    async def settle(self) -> None:
        """Mangle no more, and let the frames that are late arrive."""
        self.on = False
        await asyncio.gather(*self._late)


@pytest.fixture
def lively_server(tmp_path: Path) -> Iterator[ServeProcess]:
    """Return a server of the test's own that pings every second: what was lost is noticed soon."""
    with serving(tmp_path, "--limit=ping_seconds=1") as server:
        yield server


async def come(visit: Visit, people: Company, address: str) -> Visitor:
    """Let the first person come by browser."""
    first = people.room.people[0]
    visitor = await visit(address, token=first.token, name=first.name)
    await visitor.open(people.room.path)
    await visitor.page.locator(".board svg").wait_for()
    return visitor


async def play(people: Company, steps: int, chance: Random) -> None:
    """Let all make random moves."""
    for _ in range(steps):
        await step(people, chance)


async def assert_the_same(visit: Visit, people: Company, visitor: Visitor) -> None:
    first = people.room.people[0]
    await assert_like_a_fresh_load(visit, visitor, people.room.path, first.token, people.room.name)


async def test_frames_lost_doubled_and_delayed(visit: Visit, lively_server: ServeProcess) -> None:
    chance = Random(7)
    mangler = Mangler(chance)
    address = lively_server.address
    async with company(address, *NAMES, options=QUICK) as people:
        first = people.room.people[0]
        visitor = await visit(address, token=first.token, name=first.name)
        await visitor.page.route_web_socket("**/ws", mangler.connect)
        await visitor.open(people.room.path)
        await visitor.page.locator(".board svg").wait_for()
        await play(people, 80, chance)
        for _ in range(400):
            if min(mangler.counts.values()) > 5:
                break
            await visitor.drawn()  # the page is late: most frames have yet to come to it
            await play(people, 1, chance)
        await mangler.settle()
        assert min(mangler.counts.values()) > 5, mangler.counts
        await assert_the_same(visit, people, visitor)


@pytest.mark.parametrize("seconds", [6.0, pytest.param(20.0, marks=pytest.mark.slow)])
async def test_the_network_is_off_for_a_while(
    visit: Visit, lively_server: ServeProcess, seconds: float
) -> None:
    chance = Random(8)
    address = lively_server.address
    async with company(address, *NAMES, options=QUICK) as people:
        visitor = await come(visit, people, address)
        with visitor.faults.network_may_fail():
            await visitor.context.set_offline(True)
            off = asyncio.get_running_loop().time()
            await play(people, 40, chance)
            await visitor.page.get_by_text("Connection lost").first.wait_for()
            await asyncio.sleep(max(0.0, off + seconds - asyncio.get_running_loop().time()))
            await visitor.context.set_offline(False)
            await visitor.page.get_by_text("Connection lost").first.wait_for(state="detached")
            await assert_the_same(visit, people, visitor)


async def test_the_server_is_killed_and_started(visit: Visit, own_server: ServeProcess) -> None:
    chance = Random(9)
    address = own_server.address
    async with company(address, *NAMES, options=QUICK) as people:
        visitor = await come(visit, people, address)
        await play(people, 30, chance)
        with visitor.faults.network_may_fail():
            own_server.stop(9)
            await visitor.page.get_by_text("Connection lost").first.wait_for()
            own_server.start()
            await visitor.page.get_by_text("Connection lost").first.wait_for(state="detached")
            await play(people, 20, chance)
            await assert_the_same(visit, people, visitor)

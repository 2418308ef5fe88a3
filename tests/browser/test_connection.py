"""A bad network in a browser: frames lost, doubled, late, silence, a killed server, an ended session."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from itertools import count

import pytest
from playwright.async_api import Page, WebSocketRoute, expect
from tests.browser.visitor import COOKIE, Visit, Visitor
from tests.server.bots.serve_process import ServeProcess

from catanlab.server import wire
from catanlab.server.client import connect

pytestmark = pytest.mark.slow  # test_connections has the faults of the network at every landing

PATIENCE = 30_000
_numbers = count(1)


def someone(name: str) -> str:
    """Return a name that no other test has."""
    return f"{name} at sea {next(_numbers)}"


class BadNetwork:
    """A network between a page and the server that does to frames what it is told to."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.lost = self.doubled = self.late = 0.0
        """How likely a frame is lost, comes twice, or comes after those behind it."""
        self.silent = False
        self.frames = self.harmed = 0

    async def spread(self, page: Page) -> None:
        """Put the page behind this network."""
        await page.route_web_socket("**/ws", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda frame: self._pass(frame, server))
        server.on_message(lambda frame: self._pass(frame, route))

    def _pass(self, frame: str | bytes, to: WebSocketRoute) -> None:
        self.frames += 1
        chance = self._random.random()
        if self.silent or chance < self.lost:
            self.harmed += 1
        elif chance < self.lost + self.doubled:
            self.harmed += 1
            to.send(frame)
            to.send(frame)
        elif chance < self.lost + self.doubled + self.late:
            self.harmed += 1
            asyncio.get_running_loop().call_later(0.3 * self._random.random(), to.send, frame)
        else:
            to.send(frame)

    def heal(self) -> None:
        """Be a good network from now on."""
        self.lost = self.doubled = self.late = 0.0
        self.silent = False


async def told(page: Page) -> str:
    """Return all that a page shows at a table: its words, and its board."""
    pieces = await page.locator(".board use, .board path").evaluate_all(
        "parts => parts.map(part => ['href', 'transform'].map(name => part.getAttribute(name)))"
    )
    return json.dumps([await page.locator("#page").inner_text(), pieces])


async def expect_as_fresh(visitor: Visitor) -> None:
    """Check that the page shows what a page shows that was loaded now."""
    fresh = await visitor.context.new_page()
    await fresh.goto(visitor.page.url)
    await expect(fresh.locator(".board")).to_be_visible()
    for _ in range(100):
        shown, expected = await told(visitor.page), await told(fresh)
        if shown == expected:
            break
        await asyncio.sleep(0.2)
    assert shown == expected
    await fresh.close()


async def play_now(page: Page, name: str) -> str:
    """Begin a game with robots, and return its room."""
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name="Play now").click()
    await page.wait_for_url("**/room/*", timeout=PATIENCE)
    await expect(page.locator(".spot").first).to_be_visible(timeout=PATIENCE)
    return page.url.rpartition("/")[2]


async def place(page: Page) -> None:
    """Place something at the first place where it may stand, and wait until it stands there."""
    spots = page.locator(".spot")
    await expect(spots.first).to_be_visible(timeout=PATIENCE)
    pieces = page.locator(".buildings > *, .roads > *")
    before = await pieces.count()
    await spots.first.dispatch_event("click")
    await expect(pieces).not_to_have_count(before, timeout=PATIENCE)


@pytest.mark.parametrize("fault", ["lost", "doubled", "late", "all"])
async def test_a_game_goes_on_over_a_bad_network(visit: Visit, address: str, fault: str) -> None:
    anna = await visit(address)
    network = BadNetwork(7)
    await network.spread(anna.page)
    await anna.open("/")
    for kind in ("lost", "doubled", "late") if fault == "all" else (fault,):
        setattr(network, kind, 0.08 if fault == "all" else 0.15)
    await play_now(anna.page, someone("Anna"))
    for _ in range(2):
        await place(anna.page)
    assert network.harmed
    network.heal()
    await expect_as_fresh(anna)


async def test_a_silent_network_is_noticed_and_left(visit: Visit, address: str) -> None:
    anna = await visit(address)
    network = BadNetwork(1)
    await network.spread(anna.page)
    await anna.open("/")
    await play_now(anna.page, someone("Anna"))
    network.silent = True
    await anna.page.evaluate("dispatchEvent(new Event('offline'))")
    await expect(anna.page.get_by_text("Connection lost")).to_be_visible(timeout=PATIENCE)
    network.heal()
    await expect(anna.page.get_by_text("Connection lost")).to_have_count(0, timeout=PATIENCE)
    await place(anna.page)
    await expect_as_fresh(anna)


async def test_what_was_done_without_a_network_is_done_when_it_is_back(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await play_now(anna.page, someone("Anna"))
    with anna.faults.network_may_fail():
        await anna.context.set_offline(True)
        await anna.page.locator(".spot").first.dispatch_event("click")
        await asyncio.sleep(6)
        await anna.context.set_offline(False)
        await place(anna.page)
    await expect_as_fresh(anna)


async def test_a_server_killed_and_started_again_has_the_same_position(
    visit: Visit, own_server: ServeProcess
) -> None:
    anna = await visit(own_server.address)
    await anna.open("/")
    await play_now(anna.page, someone("Anna"))
    await place(anna.page)
    with anna.faults.network_may_fail():
        own_server.stop(signal.SIGKILL)
        await expect(anna.page.get_by_text("Connection lost")).to_be_visible(timeout=PATIENCE)
        own_server.start()
        await expect(anna.page.get_by_text("Connection lost")).to_have_count(0, timeout=PATIENCE)
    await place(anna.page)
    await expect_as_fresh(anna)


async def test_the_lobby_comes_back_with_a_server_that_restarts(
    visit: Visit, own_server: ServeProcess
) -> None:
    anna = await visit(own_server.address)
    page = anna.page
    await anna.open("/")
    await page.get_by_label("Your name").fill(someone("Anna"))
    await page.get_by_label("Say something in Square").fill("Before")
    await page.keyboard.press("Enter")
    await expect(page.locator(".stream")).to_contain_text("Before")
    with anna.faults.network_may_fail():
        own_server.stop(signal.SIGTERM)
        await expect(page.get_by_text("Connection lost")).to_be_visible(timeout=PATIENCE)
        await page.get_by_label("Say something in Square").fill("Meanwhile")
        await page.keyboard.press("Enter")
        own_server.start()
        await expect(page.locator(".stream")).to_contain_text("Meanwhile", timeout=PATIENCE)
    await expect(page.get_by_text("Connection lost")).to_have_count(0)
    url = f"{own_server.address.replace('http', 'ws', 1)}/ws"
    async with await connect(url, someone("Mia")) as mia:
        await mia.create(wire.RoomOptions(title="After the restart"))
        await expect(page.get_by_text("After the restart")).to_be_visible()


async def test_two_tabs_are_one_player(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await play_now(anna.page, someone("Anna"))
    second = await anna.context.new_page()
    await second.goto(anna.page.url)
    await place(second)
    await expect_as_fresh(anna)
    await place(anna.page)
    await expect_as_fresh(anna)


async def test_a_session_that_is_unknown_asks_for_a_name_again(visit: Visit, address: str) -> None:
    anna = await visit(address)
    name = someone("Anna")
    await anna.open("/")
    await play_now(anna.page, name)
    await anna.context.clear_cookies(name=COOKIE)
    await anna.open("/")
    # The name was here a moment ago, and nobody can prove to have it.
    await expect(anna.page.locator(".account-button")).to_have_text("Log in")
    await expect(anna.page.locator(".notice")).not_to_be_empty()
    await anna.page.get_by_label("Your name").fill(someone("Anna"))
    await anna.page.get_by_role("button", name="Play now").click()
    await anna.page.wait_for_url("**/room/*")


async def test_a_cookie_without_storage_is_the_same_person(visit: Visit, address: str) -> None:
    name = someone("Anna")
    async with await connect(f"{address.replace('http', 'ws', 1)}/ws", name) as client:
        token = client.token
    anna = await visit(address, token=token)
    await anna.open("/")
    await expect(anna.page.locator(".account-button")).to_contain_text(name)


async def test_a_session_that_ends_elsewhere_ends_here(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    room = await play_now(anna.page, someone("Anna"))
    await anna.page.evaluate("fetch('/api/session', { method: 'DELETE' })")
    await expect(anna.page.get_by_text("The server said goodbye")).to_be_visible(timeout=PATIENCE)
    assert room in anna.page.url
    await anna.open("/")
    await expect(anna.page.locator(".account-button")).to_have_text("Log in")


async def test_a_page_that_is_older_than_the_server_is_loaded_anew(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await expect(anna.page.get_by_role("button", name="Play now")).to_be_visible()
    # The modules of an older page are not there any more: here it is that of the screen to come.
    await anna.page.route("**/learn/learn.js", lambda route: route.abort(), times=1)
    with anna.faults.network_may_fail():
        await anna.page.get_by_role("link", name="Learn in 5 minutes").click()
        await expect(anna.page.locator(".board").first).to_be_visible()
        await expect(anna.page.get_by_role("button", name="Play now")).to_have_count(0)
    assert anna.page.url == f"{address}/learn"


async def test_who_forbids_cookies_and_storage_plays_all_the_same(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.context.add_init_script(
        """Object.defineProperty(navigator, "cookieEnabled", { get: () => false });
        const storage = { get() { throw new DOMException("no", "SecurityError"); } };
        Object.defineProperty(window, "localStorage", storage);"""
    )
    await anna.open("/")
    await anna.page.get_by_label("Your name").fill(someone("Anna"))
    await anna.page.get_by_role("button", name="Play now").click()
    await expect(anna.page.locator(".board")).to_be_visible()
    assert COOKIE not in {cookie["name"] for cookie in await anna.context.cookies()}


async def test_a_page_that_is_hidden_while_it_is_drawn_goes_on(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await anna.page.get_by_label("Your name").fill(someone("Anna"))
    await anna.page.get_by_role("button", name="Play now").click()
    await expect(anna.page.locator(".talk input").last).to_be_visible()
    await anna.page.evaluate("window.requestAnimationFrame = () => 0")  # as in a tab that is not seen
    say = anna.page.locator(".talk input").last
    await say.fill("Before")
    await say.press("Enter")
    await anna.until(lambda: "Before" in "".join(anna.received), "the line that was said")
    await anna.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    await expect(anna.page.locator(".talk")).to_contain_text("Before")
    await say.fill("After")
    await say.press("Enter")
    await expect(anna.page.locator(".talk")).to_contain_text("After")


async def test_what_one_person_wanted_is_not_done_for_another(visit: Visit, address: str) -> None:
    network = BadNetwork(seed=5)
    anna = await visit(address)
    await network.spread(anna.page)
    await anna.open("/")
    await anna.page.get_by_label("Your name").fill(someone("Anna"))
    await anna.page.get_by_role("button", name="Play now").click()
    say = anna.page.locator(".talk input").last
    await expect(say).to_be_visible()
    network.silent = True
    await say.fill("Said by Anna")
    await say.press("Enter")
    await anna.page.wait_for_timeout(300)
    network.heal()
    # Another tab of the browser logs out and comes back as somebody else.
    other = await anna.context.new_page()
    await other.goto(f"{address}/learn")
    await other.evaluate(
        """async (name) => {
            localStorage.setItem("catanlab.identity", JSON.stringify({ name: "", token: "" }));
            const body = JSON.stringify({ name });
            const headers = { "content-type": "application/json" };
            await fetch("/api/session", { method: "POST", headers, body });
            localStorage.setItem("catanlab.identity", JSON.stringify({ name, token: "" }));
        }""",
        name := someone("Bea"),
    )
    async with await connect(f"{address.replace('http', 'ws', 1)}/ws", someone("Witness")) as witness:
        room = await witness.join(anna.page.url.rpartition("/")[2])
        await asyncio.sleep(4)
        assert (name, "Said by Anna") not in [(line.name, line.text) for line in room.chat]

"""axe on every state of the table, its sheets and overlays: light, dark and on a phone at the same time."""

from __future__ import annotations

import pytest
from playwright.async_api import Page
from tests.browser.accessibility import check_accessibility
from tests.browser.company import company
from tests.browser.outcomes import Outcomes
from tests.browser.rooms import make_room
from tests.browser.visitor import Device, Visit, Visitor
from tests.server.bots.serve_process import ServeProcess

from catanlab.server import wire

pytestmark = pytest.mark.slow  # other tests look at most of these states at every landing

NAMES = ("Ada", "Bob", "Cyd")
OPTIONS = wire.RoomOptions(rules="trading,players=3,hand_limit=2,layout=beginner", robots=("greedy",))
DEVICES: tuple[Device, ...] = ("desktop", "dark", "phone")


class Windows:
    """The same person at a desk in light, in dark, and with a phone."""

    def __init__(self, visitors: list[Visitor]) -> None:
        self.visitors = visitors

    @property
    def desks(self) -> list[Page]:
        """Return the large windows."""
        return [visitor.page for visitor in self.visitors[:2]]

    @property
    def phone(self) -> Page:
        """Return the small one."""
        return self.visitors[2].page

    async def check(self, what: str, wanted: str) -> None:
        """Check all windows, once an element of the state is shown in each."""
        for visitor in self.visitors:
            await visitor.page.locator(wanted).first.wait_for(state="attached")
            await visitor.drawn()
            try:
                await check_accessibility(visitor.page)
            except AssertionError as error:
                raise AssertionError(f"{what}, {visitor.name}: {error}") from error


async def windows(visit: Visit, address: str, path: str, token: str, name: str) -> Windows:
    """Open a room in all windows of a person."""
    visitors = [
        await visit(address, token=token, name=name, device=device, reduced_motion="reduce")
        for device in DEVICES
    ]
    for visitor in visitors:
        await visitor.open(path)
    return Windows(visitors)


async def test_a_room_that_waits(visit: Visit, address: str) -> None:
    room = await make_room(address, "Ada looks", options=OPTIONS, begin=False)
    person = room.people[0]
    shown = await windows(visit, address, room.path, person.token, person.name)
    await shown.check("waiting", ".waiting")


async def test_every_state_of_the_table(visit: Visit, arranged: ServeProcess, outcomes: Outcomes) -> None:
    async with company(arranged.address, *NAMES, options=OPTIONS) as people:
        ada, bob, _ = people.members
        person = people.room.people[0]
        shown = await windows(visit, arranged.address, people.room.path, person.token, person.name)
        await shown.check("set-up", ".spot.node")
        await people.play(lambda: ada.view["phase"] == "before-roll")
        await shown.check("before the roll", ".btn.main")
        for total in (6, 8, 5, 9, 4, 10, 3, 11):
            await people.roll(outcomes, total)
            if min(sum(member.hand.values()) for member in people.members) >= 3:
                break
            await people.next_turn()
        while ada.view["on_turn"] != 0 or not ada.view["rolled"]:
            if ada.view["rolled"]:
                await people.next_turn()
            await people.roll(outcomes, 6)
        await shown.check("the own turn", ".btn.main")
        await overlays(shown)
        await sheets(shown)
        await people.next_turn()
        await people.roll(outcomes, 8)
        give = next(name for name, count in bob.hand.items() if count)
        get = next(name for name, count in ada.hand.items() if count and name != give)
        await bob.move(f"offer 1 {give} for 1 {get} to 0")
        await shown.check("an offer", "[data-open=offer]")
        for page in (*shown.desks, shown.phone):
            await page.locator("[data-open=offer] [data-act=counter]").first.click()
        await shown.check("a counter-offer", ".countering")
        await ada.move("reject")
        await people.until(lambda: "end turn" in bob.legal)
        await people.next_turn()
        await people.roll(outcomes, 7)
        await people.until(lambda: "discard" in ada.legal)
        await shown.check("discards", ".handbar")
        await people.play(lambda: ada.view["phase"] == "main")
        await people.next_turn()
        outcomes.plan("dice 7")
        await ada.move("roll")
        await people.play(lambda: "robber" in ada.legal)
        await shown.check("the robber", ".spot.hex")


async def overlays(shown: Windows) -> None:
    """Look at help, settings, the question before one leaves, and the faces."""
    for name in ("help", "settings"):
        for page in shown.desks:
            await page.locator(f"[data-tool={name}]").click()
            await page.locator(".popover, dialog, [role=dialog]").first.wait_for()
            await check_accessibility(page)
            await page.keyboard.press("Escape")
    for page in shown.desks:
        await page.locator(".face-button").click()
        await page.locator(".face-list").wait_for()
        await check_accessibility(page)
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Leave", exact=True).click()
        await check_accessibility(page)
        await page.keyboard.press("Escape")


async def sheets(shown: Windows) -> None:
    """Look at the sheets of the phone."""
    for name in ("build", "trade", "talk"):
        await shown.phone.locator(f".tab[data-sheet={name}]").tap()
        await shown.phone.locator(f".{name}sheet").wait_for()
        await check_accessibility(shown.phone)
        await shown.phone.locator(".sheet > header .btn.icon").tap()
    await shown.phone.locator(".top .btn.icon").tap()
    await shown.phone.locator(".playerssheet").wait_for()
    await check_accessibility(shown.phone)
    await shown.phone.locator(".sheet > header .btn.icon").tap()

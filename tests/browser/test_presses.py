"""Pressing twice: what changes under the pointer or the fingers is not done by the second press."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Locator, expect
from tests.browser.clock import pass_time, stop_clock
from tests.browser.company import Company, company
from tests.browser.trading_table import held
from tests.browser.visitor import PATIENCE, Device, Visit, Visitor

from catanlab.server import wire

SEEN = 600
"""Milliseconds after which a button that has changed may be pressed."""
MAIN = ":is(.go, .bar) .btn.main"


class Table:
    """Ada at a page whose clock stands, and Mia and Ben over the protocol."""

    def __init__(self, company: Company, visitor: Visitor) -> None:
        self.company = company
        self.visitor = visitor
        self.page = visitor.page
        self.ada, self.mia, self.ben = company.members

    @property
    def main(self) -> Locator:
        """The main button."""
        return self.page.locator(MAIN)

    async def moves_before(self, deed: Callable[[], Awaitable[object]]) -> list[str]:
        """Return what the page has asked the server to do until a deed was answered."""
        acks = self.visitor.acks
        await deed()
        await self.visitor.until(lambda: self.visitor.acks > acks, "an answer")
        return [frame for frame in self.visitor.sent if '"t":"move"' in frame]

    async def see(self, condition: Callable[[], bool]) -> None:
        """Wait until Ada sees something over the protocol."""
        async with asyncio.timeout(PATIENCE):
            await self.ada.client.until(condition)

    async def speak(self) -> None:
        """Say something: what was sent before it has reached the server by its answer."""
        await self.page.locator("#say").fill("hm")
        await self.page.locator("#say").press("Enter")

    async def has_not_ended_the_turn(self) -> bool:
        """Whether the page has not asked for the end of the turn."""
        return not any("end turn" in move for move in await self.moves_before(self.speak))


@asynccontextmanager
async def before_the_roll(visit: Visit, address: str, mark: str, **options: object) -> AsyncIterator[Table]:
    """Let the three play until Ada is to roll, and her page shows it."""
    names = (f"Ada {mark}", f"Mia {mark}", f"Ben {mark}")
    rules = wire.RoomOptions(
        rules="trading,hand_limit=95,no_sevens_rounds=9",
        robots=("greedy",),
        robot_seconds=0,
        robot_offers=0,
    )
    async with company(address, *names, options=rules) as people:
        ada = people.members[0]
        await people.play(lambda: "roll" in ada.legal)
        person = people.room.people[0]
        visitor = await visit(address, token=person.token, name=person.name, **options)
        await stop_clock(visitor.context)
        await visitor.open(people.room.path)
        await expect(visitor.page.locator(MAIN)).to_have_text("Roll dice")
        yield Table(people, visitor)


async def test_a_double_click_on_the_dice_does_not_end_the_turn(visit: Visit, address: str) -> None:
    async with before_the_roll(visit, address, "clicks twice") as table:
        await table.main.dblclick()
        await expect(table.main).to_have_text("End turn")
        await table.main.click()
        await table.visitor.drawn()
        await pass_time(table.page, SEEN - 1)
        await table.main.click()
        assert await table.has_not_ended_the_turn()
        await pass_time(table.page, 1)
        turn = table.ada.view["turn"]
        await table.main.click()
        await table.see(lambda: table.ada.view["turn"] == turn + 1)


async def test_keys_that_are_held_or_meant_for_the_dice_do_not_end_the_turn(
    visit: Visit, address: str
) -> None:
    async with before_the_roll(visit, address, "holds keys") as table:
        keyboard = table.page.keyboard
        await table.main.click()  # by mouse: the button keeps the focus
        await expect(table.main).to_have_text("End turn")
        await table.visitor.drawn()
        await pass_time(table.page, SEEN)
        await expect(table.main).to_be_focused()
        await keyboard.press("Space")
        await keyboard.press("Enter")
        assert await table.has_not_ended_the_turn()
        await table.ada.move("end turn")
        await table.company.play(lambda: "roll" in table.ada.legal)
        await expect(table.main).to_have_text("Roll dice")
        await table.visitor.drawn()
        await pass_time(table.page, SEEN)
        await table.main.focus()
        await keyboard.down("Enter")
        await expect(table.main).to_have_text("End turn")
        await keyboard.down("Enter")
        await table.visitor.drawn()
        await pass_time(table.page, SEEN)
        await keyboard.down("Enter")  # still the same press
        await keyboard.up("Enter")
        moves = await table.moves_before(table.speak)
        assert not any("end turn" in move for move in moves)
        turn = table.ada.view["turn"]
        await table.main.focus()
        await keyboard.press("Enter")
        await table.see(lambda: table.ada.view["turn"] == turn + 1)


async def test_a_double_tap_answers_one_proposal_and_rolls_once(visit: Visit, address: str) -> None:
    phone: Device = "phone"
    async with before_the_roll(visit, address, "taps twice", device=phone) as table:
        ada, page = table.ada, table.page
        await table.main.tap()
        await expect(table.main).to_have_text("End turn")
        await table.main.tap()
        await table.see(lambda: ada.view["phase"] == "main")
        turn = ada.view["turn"]
        for member in (table.mia, table.ben):
            give = next(card for card, count in member.hand.items() if count)
            get = "ore" if give != "ore" else "wood"
            await member.act(wire.Propose, turn=turn, deal=f"1 {give} for 1 {get}")
        ignore = page.locator("[data-act=ignore]")
        await expect(ignore).to_have_count(2)
        await table.visitor.drawn()
        await pass_time(page, SEEN)
        spot = await ignore.first.bounding_box()
        assert spot is not None
        where = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
        await page.touchscreen.tap(*where)
        await expect(ignore).to_have_count(1)
        await page.touchscreen.tap(*where)
        await table.visitor.drawn()
        await expect(ignore).to_have_count(1)
        assert ada.view["turn"] == turn
        await pass_time(page, SEEN)
        await ignore.tap()
        await expect(ignore).to_have_count(0)


@pytest.mark.slow
async def test_an_offer_is_not_taken_back_by_the_press_that_made_it(visit: Visit, address: str) -> None:
    async with before_the_roll(visit, address, "offers twice") as table:
        ada, mia, page = table.ada, table.mia, table.page
        await ada.move("roll")
        await table.see(lambda: "offer" in ada.legal)
        pair = held(ada, mia)
        assert pair is not None
        for side, card in zip(("give", "get"), pair, strict=True):
            await page.locator(f".tray .cell[data-side={side}][data-resource={card}] .more").click()
        await page.locator("[data-act=offer]").dblclick()
        taken_back = page.locator(".tray [data-act=cancel]")
        await expect(taken_back).to_be_visible()
        await taken_back.click()
        assert not any("cancel" in move for move in await table.moves_before(table.speak))
        await pass_time(page, SEEN)
        await taken_back.click()
        await table.see(lambda: ada.view["offer"] is None and ada.view["phase"] == "main")

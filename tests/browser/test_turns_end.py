"""What ends with a trade or with the turn: the deal in the tray, and what players have said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from playwright.async_api import expect
from tests.browser.clock import pass_time, stop_clock
from tests.browser.company import RESOURCES, company
from tests.browser.trading_table import OPTIONS, AtTable, held
from tests.browser.visitor import PATIENCE, Visit

SAID = 6000
"""Milliseconds that words stand."""


async def soon(table: AtTable, condition: Callable[[], bool]) -> None:
    """Wait until Ada sees something over the protocol."""
    async with asyncio.timeout(PATIENCE):
        await table.ada.client.until(condition)


async def test_a_deal_leaves_the_tray_by_a_counter_offer_and_with_the_turn(
    visit: Visit, address: str
) -> None:
    names = ("Ada settles", "Mia settles", "Ben settles")
    async with company(address, *names, options=OPTIONS) as people:
        visitor = await visit(address, token=people.room.people[0].token, name=names[0])
        await visitor.open(people.room.path)
        table = AtTable(people, visitor)
        ada, mia = table.ada, table.mia

        def twice() -> tuple[str, str] | None:
            pairs = ((mine, other) for mine in RESOURCES for other in RESOURCES if mine != other)
            return next((pair for pair in pairs if ada.hand[pair[0]] > 1 and mia.hand[pair[1]]), None)

        await people.trading_turn(0, lambda: twice() is not None)
        give, get = twice() or ("", "")
        await table.draft(give, get)
        await table.page.locator(".to [data-seat='2']").click()
        await table.page.locator(".to [data-seat='3']").click()
        await table.press("offer")
        async with asyncio.timeout(PATIENCE):
            await mia.client.until(lambda: "counter" in mia.legal)
        await mia.move(f"counter 1 {get} for 2 {give}")
        await table.press("take")
        await soon(table, lambda: ada.view["offer"] is None)
        await expect(table.page.locator(".tray .cell.on")).to_have_count(0)
        await table.cell("get", get).locator(".more").click()
        await expect(table.page.locator(".tray .cell.on")).to_have_count(1)
        await ada.move("end turn")
        await expect(table.page.locator(".tray .cell.on")).to_have_count(0)


@pytest.mark.slow
async def test_what_players_said_fades_and_is_gone_with_the_turn(visit: Visit, address: str) -> None:
    names = ("Ada fades", "Mia fades", "Ben fades")
    async with company(address, *names, options=OPTIONS) as people:
        visitor = await visit(address, token=people.room.people[0].token, name=names[0])
        await stop_clock(visitor.context)
        await visitor.open(people.room.path)
        table = AtTable(people, visitor)
        ada, mia, ben = table.ada, table.mia, table.ben

        async def refused() -> None:
            """Mia offers to both, Ben does not want it, and she takes it back."""
            await people.trading_turn(1, lambda: held(mia, ada) is not None)
            give, get = held(mia, ada) or ("", "")
            await mia.move(f"offer 1 {give} for 1 {get} to 0 2")
            async with asyncio.timeout(PATIENCE):
                await ben.client.until(lambda: "reject" in ben.legal)
            await ben.move("reject")
            await mia.move("cancel")
            await expect(table.balloon(2)).to_have_text("No thanks.")
            await expect(table.balloon(1)).to_have_text("Takes the offer back.")

        await refused()
        await pass_time(table.page, SAID - 1)
        await table.page.keyboard.press("?")  # the page draws again
        await expect(table.page.get_by_role("dialog")).to_be_visible()
        await expect(table.balloon(1)).to_have_text("Takes the offer back.")
        await pass_time(table.page, 1)
        await table.page.keyboard.press("Escape")
        await expect(table.balloon(2)).to_have_count(0)
        await expect(table.balloon(1)).to_have_count(0)
        await mia.move("end turn")
        await refused()
        await mia.move("end turn")  # no time passes
        await expect(table.balloon(2)).to_have_count(0)
        await expect(table.balloon(1)).to_have_count(0)
        await table.page.reload()
        await expect(table.page.locator(".rival")).to_have_count(3)
        await expect(table.page.locator(".rival .balloon.fades")).to_have_count(0)

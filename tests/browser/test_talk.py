"""Log, chat and typed moves in the browser."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from tests.browser.trading_table import sitting
from tests.browser.visitor import Visit

from catanlab.server import wire

pytestmark = pytest.mark.slow  # the game of four people talks at every landing

KNOWN = """localStorage.setItem("catanlab.identity", '{"name": "Zoe", "token": ""}')"""
"""A browser in which somebody has come in before."""


async def test_what_is_typed_is_a_move_or_chat(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "writes") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(0)
        page = table.page
        await expect(page.locator("#say")).to_be_visible()
        await page.keyboard.press("/")
        await expect(page.locator("#say")).to_be_focused()
        await page.keyboard.type("good luck, all")
        await page.keyboard.press("Enter")
        await expect(page.locator(".talk .said").last).to_contain_text("good luck, all")
        await page.keyboard.type("road 1-2 please")
        await page.keyboard.press("Enter")
        await expect(page.locator(".talk .note")).to_have_text("A move looks like this: road 12-17")
        await page.locator("#say").fill("city 53")
        await page.keyboard.press("Enter")
        await expect(page.locator(".talk .note")).to_contain_text("A city takes the place of")
        turn = ada.view["turn"]
        await page.locator("#say").fill("end turn")
        await page.keyboard.press("Enter")
        await mia.client.until(lambda: mia.view["turn"] == turn + 1)
        await expect(page.locator(".talk .turnline").last).to_have_text(f"Turn {turn + 1} · Mia writes")
        await expect(page.locator("#say")).to_have_value("")


async def test_people_are_heard_muted_and_reported(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "hears") as table:
        mia, page = table.mia, table.page
        await mia.act(wire.Chat, text="nice road", turn=None)
        await expect(table.balloon(1)).to_have_text("nice road")
        await expect(page.locator("#told")).to_contain_text("Mia hears: nice road")
        line = page.locator(".talk .said", has_text="nice road")
        await line.locator(".person").click()
        await page.locator("[data-act=report]").click()
        await page.locator(".report input").fill("rude")
        await page.locator(".report button").click()
        await expect(page.locator(".talk .note")).to_have_text("Thank you. The report was sent.")
        await line.locator(".person").click()
        await page.locator("[data-act=mute]").click()
        await expect(line).to_have_count(0)
        await page.locator("[data-act=hear]").click()
        await expect(line).to_have_count(1)
        await page.locator("[data-act=phrases]").click()
        await page.get_by_role("button", name="Good luck").click()
        await expect(page.locator(".talk .said").last).to_contain_text("Good luck")


async def test_a_fresh_load_shows_the_same_stream(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "loads") as table:
        ada, page = table.ada, table.page
        await table.company.trading_turn(0, lambda: ada.view["turn"] > 4)
        await table.mia.act(wire.Chat, text="hello", turn=None)
        stream = page.locator(".talk .stream")
        await expect(stream).to_contain_text("hello")
        await expect(page.locator(".talk .turnline").last).to_contain_text(f"Turn {ada.view['turn']} · you")
        before = await stream.inner_text()
        await page.reload()
        await expect(stream).to_contain_text("hello")
        await expect(stream).to_have_text(before, use_inner_text=True)


async def test_a_spectator_speaks_apart(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "overhears") as table:
        watcher = await visit(address, name="Zoe")
        await watcher.context.add_init_script(KNOWN)
        await watcher.open(table.company.room.path)
        await expect(watcher.page.locator(".tray")).to_have_count(0)
        await watcher.page.locator("#say").fill("settlement 12")
        await watcher.page.keyboard.press("Enter")
        line = table.page.locator(".talk .said.watching")
        await expect(line).to_contain_text("Zoe")
        await expect(line).to_contain_text("settlement 12")


async def test_the_last_events_are_read_again_and_chat_is_left_out_by_key(
    visit: Visit, address: str
) -> None:
    async with sitting(visit, address, "listens") as table:
        page = table.page
        await table.company.trading_turn(0)
        await table.mia.act(wire.Chat, text="hm", turn=None)
        await expect(page.locator(".talk .said", has_text="hm")).to_be_visible()
        await page.keyboard.press("l")
        await expect(page.locator("#called")).to_contain_text("You rolled")
        await expect(page.locator("#called")).to_contain_text("Mia listens: hm")
        await page.keyboard.press("Shift+L")
        await expect(page.locator(".talk .said", has_text="hm")).to_have_count(0)
        await expect(page.locator(".talk .turnline").last).to_be_visible()

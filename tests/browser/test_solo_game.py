"""A game of one's own: nobody sits down in it unasked, and it keeps its name."""

from __future__ import annotations

from playwright.async_api import expect
from tests.browser.visitor import Visit


async def test_strangers_watch_a_game_with_robots_and_the_invited_play(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await anna.page.get_by_label("Your name").fill("Anna alone")
    await anna.page.get_by_role("button", name="Play now").click()
    await anna.page.wait_for_url("**/room/*")
    room = anna.page.url.rpartition("/")[2].partition("#")[0]
    title = anna.page.locator(".brand span")
    await expect(title).to_have_text("Anna alone’s table")

    zoe = await visit(address)
    await zoe.open("/")
    watch = zoe.page.get_by_role("button", name="Watch Anna alone’s table")
    await expect(watch).to_be_visible()
    await expect(zoe.page.get_by_role("button", name="Sit down at Anna alone’s table")).to_have_count(0)
    await zoe.page.get_by_label("Your name").fill("Zoe strange")
    await watch.click()
    await expect(zoe.page.locator(".rival")).to_have_count(4)
    await expect(zoe.page.locator(".rival .sit, .panel.watch .btn")).to_have_count(0)

    [invitation] = [ack["invitation"] for ack in anna.messages("ack") if ack.get("invitation")]
    ben = await visit(address)
    await ben.open(f"/room/{room}#{invitation}")
    await ben.page.get_by_label("Your name").fill("Ben invited")
    await ben.page.get_by_role("button", name="Sit down").click()
    await expect(ben.page.locator(".dock .box")).to_contain_text("Ben invited")
    log = anna.page.locator(".talk .stream")
    await expect(log).to_contain_text("Ben invited sits down and plays from the next decision.")
    await expect(log).not_to_contain_text("Ben invited is back")
    for page in (anna.page, ben.page, zoe.page):
        await expect(page.locator(".brand span")).to_have_text("Anna alone’s table")

    locked = anna.page.locator(".rival:has(.btn[aria-pressed=true])", has_not_text="Ben invited").first
    seat = await locked.get_attribute("data-seat")
    await anna.page.locator(f".rival[data-seat='{seat}'] .btn[aria-pressed]").click()  # Anna opens it
    await zoe.page.locator(f".rival[data-seat='{seat}'] .sit").click()
    await expect(zoe.page.locator(".dock .box")).to_contain_text("Zoe strange")

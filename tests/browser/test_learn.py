"""The lesson, as somebody who never played walks through it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect
from tests.browser.accessibility import check_accessibility
from tests.browser.hands import seen
from tests.browser.visitor import Device, Visit

PLACES = {
    "numbers": "wood 8",
    "settlement": "wood 8, ore 3, clay 5",
    "road": "Road from 39 to 44",
    "build": "Road from 44 to 48",
    "grow": "clay 5, wheat 6",
    "seven": "ore 8",
    "city": "clay 5, wheat 6",
}
"""What is pressed on the board, by the step's name."""
STEPS = [
    "island",
    "numbers",
    "settlement",
    "road",
    "setup",
    "roll",
    "offer",
    "agree",
    "build",
    "others",
    "grow",
    "seven",
    "city",
    "bank",
    "card",
    "cards",
    "awards",
    "win",
]


async def pick(page: Page, label: str) -> None:
    """Choose a place by keyboard."""
    await page.locator(f'.spot[aria-label="{label}"]').focus()
    await page.keyboard.press("Enter")


@pytest.mark.parametrize(
    "device",
    [
        "phone",
        pytest.param("desktop", marks=pytest.mark.slow),
        pytest.param("dark", marks=pytest.mark.slow),
    ],
)
async def test_somebody_learns_the_game_by_doing(visit: Visit, address: str, device: Device) -> None:
    visitor = await visit(address, device=device)
    await visitor.open("/learn")
    page = visitor.page
    for number, step in enumerate(STEPS[:-1]):
        where = f"Step {number + 1} of {len(STEPS)}"
        await expect(page.locator(".lesson .reason").first).to_have_text(where)
        if number in (0, 2, 6):
            await check_accessibility(page)
        if step in PLACES:
            await pick(page, PLACES[step])
        else:
            await seen(page.locator(".lesson .acts .strong")).click()
    await expect(page.get_by_role("link", name="Play your first game")).to_be_visible()
    await expect(page.locator(".points li").first).to_contain_text("4 points")
    await seen(page.get_by_role("link", name="Play your first game")).click()
    await expect(page.get_by_role("button", name="Play now")).to_be_visible()


async def test_a_place_that_does_not_lead_on_is_explained(visit: Visit, address: str) -> None:
    visitor = await visit(address)
    await visitor.open("/learn")
    page = visitor.page
    await page.get_by_role("button", name="Next").click()
    await pick(page, "wood 11")
    await expect(page.locator(".lesson .hint")).to_contain_text("Wood 11 comes less often")
    await expect(page.locator(".lesson .reason").first).to_have_text(f"Step 2 of {len(STEPS)}")
    await seen(page.get_by_role("button", name="Back")).click()
    await expect(page.locator("h1")).to_have_text("The island")


async def test_the_lesson_speaks_german(visit: Visit, address: str) -> None:
    visitor = await visit(address, language="de")
    await visitor.open("/learn")
    await expect(visitor.page.locator("h1")).to_have_text("Die Insel")

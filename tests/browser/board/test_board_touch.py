"""Fingers and the wheel: taps take the nearest spot, two fingers zoom, one finger moves a zoomed board."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from playwright.async_api import CDPSession
from tests.browser.board.board_page import BoardPage
from tests.browser.board.board_states import game_states
from tests.browser.board.conftest import Opened

Points = list[tuple[float, float]]


class Fingers:
    """Fingers on the glass, by the protocol of chromium, with a clock of their own: 10 ms between touches.

    By the time of a busy machine a tap may be a long press, and a double tap two taps.
    """

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._now = time.time()

    @classmethod
    async def of(cls, page: BoardPage) -> Fingers:
        """Return fingers for a page."""
        return cls(await page.page.context.new_cdp_session(page.page))

    async def _send(self, kind: str, points: Points) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._now += 0.01
        touch = {"type": kind, "touchPoints": touches, "timestamp": self._now}
        await self._session.send("Input.dispatchTouchEvent", touch)

    async def tap(self, *point: float) -> None:
        """Put a finger down, and lift it."""
        x, y = point
        await asyncio.gather(self._send("touchStart", [(x, y)]), self._send("touchEnd", []))

    async def move(self, *steps: Points) -> None:
        """Put fingers down at the first places, move them through the others, and lift them."""
        for number in range(len(steps[0])):
            await self._send("touchStart", steps[0][: number + 1])
        for step in steps[1:]:
            await self._send("touchMove", step)
        await self._send("touchEnd", [])


async def box(page: BoardPage) -> tuple[float, float, float, float]:
    """Return the part of the board that is shown."""
    text = await page.page.evaluate("board.element.firstElementChild.getAttribute('viewBox')")
    x, y, width, height = map(float, text.split())
    return x, y, width, height


async def placing(opened: Opened, **options: Any) -> BoardPage:
    """Return a phone on which two settlements may be placed."""
    page = await opened(phone=True, **options)
    await page.page.evaluate("still = true")
    await page.set({**next(game_states(1)), "seats": [], "spots": {"nodes": [16, 22]}})
    return page


async def test_a_tap_takes_the_nearest_spot_within_22_pixels(opened: Opened) -> None:
    page = await placing(opened)
    (ax, ay), (bx, by) = await page.place("node", 16), await page.place("node", 22)
    touch = page.page.touchscreen
    await touch.tap(ax - 12, ay - 15)
    assert await page.picks() == [("node", 16)]
    # Between the two, nearer to the second.
    await touch.tap(0.4 * ax + 0.6 * bx, 0.4 * ay + 0.6 * by)
    assert await page.picks() == [("node", 22)]
    await touch.tap(ax - 18, ay - 18)
    assert await page.picks() == []


async def test_each_of_all_spots_can_be_tapped_at_phone_size(opened: Opened) -> None:
    page = await opened(phone=True)
    await page.set({**next(game_states(1)), "seats": [], "spots": {"nodes": list(range(54))}})
    places = [await page.place("node", node) for node in range(54)]
    for x, y in places:
        await page.page.touchscreen.tap(x + 6, y - 6)
    assert await page.picks() == [("node", node) for node in range(54)]


async def test_a_finger_does_not_point(opened: Opened) -> None:
    page = await placing(opened)
    x, y = await page.place("node", 16)
    await page.page.touchscreen.tap(x, y)
    assert [call[0] for call in await page.calls()] == ["pick"]
    assert await page.page.locator(".spot.at").count() == 0


async def test_two_fingers_zoom_and_one_moves(opened: Opened) -> None:
    page = await placing(opened)
    fingers = await Fingers.of(page)
    whole = await box(page)
    middle = await page.place("hex", 9)
    await fingers.move(
        [(150, 170), (210, 170)], [(130, 170), (230, 170)], [(90, 170), (270, 170)], [(60, 170), (300, 170)]
    )
    zoomed = await box(page)
    # The fingers are four times as far apart; the point between them, the middle of the board, stays.
    assert zoomed[2] == pytest.approx(whole[2] / 4, rel=0.02)
    assert await page.place("hex", 9) == pytest.approx(middle, abs=2)
    await fingers.move([(180, 170)], [(200, 180)], [(230, 200)])
    moved = await page.place("hex", 9)
    assert moved == pytest.approx((middle[0] + 50, middle[1] + 30), abs=2)
    assert await page.picks() == []


async def test_zoom_and_pan_stay_on_the_board(opened: Opened) -> None:
    page = await placing(opened)
    fingers = await Fingers.of(page)
    x, y, width, height = await box(page)
    await fingers.move([(150, 170), (210, 170)], [(100, 170), (260, 170)], [(20, 170), (340, 170)])
    for start, end in (((300, 300), (20, 20)), ((20, 20), (340, 330))):
        for _ in range(6):
            await fingers.move([start], [(180, 170)], [end])
        left, top, w, h = await box(page)
        assert left >= x - 0.2
        assert top >= y - 0.2
        assert left + w <= x + width + 0.2
        assert top + h <= y + height + 0.2
    # Fingers that come together end at the whole board.
    for _ in range(3):
        await fingers.move([(20, 170), (340, 170)], [(100, 170), (260, 170)], [(170, 170), (190, 170)])
    assert await box(page) == pytest.approx((x, y, width, height), abs=0.2)


async def test_a_zoomed_board_takes_taps_where_its_spots_are(opened: Opened) -> None:
    page = await placing(opened)
    await page.page.evaluate("board.zoomTo({ nodes: [16, 22] })")
    assert await page.page.evaluate("board.zoomed")
    for node in (16, 22):
        x, y = await page.place("node", node)
        assert 0 < x < 360
        assert 0 < y < 340
        await page.page.touchscreen.tap(x + 10, y + 10)
        assert await page.picks() == [("node", node)]
    await page.page.evaluate("board.reset()")
    assert not await page.page.evaluate("board.zoomed")


async def test_a_double_tap_shows_the_whole_again(opened: Opened) -> None:
    page = await placing(opened)
    await page.page.evaluate("board.zoomTo({ nodes: [16, 22] })")
    fingers = await Fingers.of(page)
    place = (300.0, 300.0)
    await fingers.tap(*place)
    assert await page.page.evaluate("board.zoomed")
    await fingers.tap(*place)
    assert not await page.page.evaluate("board.zoomed")


async def test_a_wheel_scrolls_the_page_and_zooms_with_control(page: BoardPage) -> None:
    await page.set(next(game_states(1)))
    whole = await box(page)
    x, y = await page.place("hex", 4)
    await page.page.mouse.move(x, y)
    await page.page.mouse.wheel(0, 200)
    await page.page.wait_for_function("() => scrollY === 200")  # to its end: it must not go on below
    assert await box(page) == whole
    await page.page.evaluate("scrollTo(0, 0)")
    await page.page.keyboard.down("Control")
    await page.page.mouse.wheel(0, -200)
    await page.page.keyboard.up("Control")
    await page.page.wait_for_function("() => board.zoomed")
    assert await page.page.evaluate("scrollY") == 0
    assert await page.place("hex", 4) == pytest.approx((x, y), abs=2)


async def test_dragging_with_a_mouse_moves_a_zoomed_board_and_picks_nothing(page: BoardPage) -> None:
    state = {**next(game_states(1)), "seats": [], "spots": {"nodes": list(range(54))}}
    await page.page.evaluate("still = true")
    await page.set(state)
    await page.page.evaluate("board.zoomTo({ nodes: [20] })")
    x, y = await page.place("node", 20)
    await page.page.mouse.move(x, y)
    await page.page.mouse.down()
    await page.page.mouse.move(x + 20, y + 10)
    await page.page.mouse.move(x + 40, y + 20)
    await page.page.mouse.up()
    assert await page.picks() == []
    assert await page.place("node", 20) == pytest.approx((x + 40, y + 20), abs=1)
    await page.page.mouse.click(x + 40, y + 20)
    assert await page.picks() == [("node", 20)]


async def test_a_board_without_zoom_leaves_scrolling_to_the_page(opened: Opened) -> None:
    page = await opened(phone=True)
    await page.page.evaluate(
        "options.zoom = false; board = new Board(options);"
        "document.querySelector('main').replaceChildren(board.element)"
    )
    await page.set({**next(game_states(1)), "seats": [], "spots": {"nodes": [16]}})
    x, y = await page.place("node", 16)
    await page.page.touchscreen.tap(x + 5, y)
    assert await page.picks() == [("node", 16)]
    fingers = await Fingers.of(page)
    whole = await box(page)
    await fingers.move([(180, 300)], [(180, 250)], [(180, 200)], [(180, 100)])
    await page.page.wait_for_function("() => scrollY > 50")
    assert await box(page) == whole
    assert await page.picks() == []

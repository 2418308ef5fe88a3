"""Nothing that one needs is cut off or covered, whatever the size of the window."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect
from tests.browser.company import Company, Member, company
from tests.browser.hands import Finger
from tests.browser.outcomes import Outcomes
from tests.browser.rooms import make_room
from tests.browser.trading_table import held
from tests.browser.visitor import Device, Visit, Visitor
from tests.browser.wholeness import Size, boards, check_whole
from tests.server.bots.serve_process import ServeProcess

from catanlab.server import wire

LOBBIES: tuple[Size, ...] = tuple((width, 1000) for width in (700, 701, 744, 768, 820, 880, 900, 999, 1000))
PHONES: tuple[Size, ...] = (
    *((390, 664), (375, 553), (360, 560), (412, 732), (360, 640)),  # with the bars of the browser
    *((360, 780), (390, 844)),  # without
)
DESKS: tuple[Size, ...] = (
    (1280, 720),
    (1024, 768),
    (1366, 625),
    (1920, 1080),
    (744, 1133),
    (768, 1024),
    (999, 800),
)
NAMES = ("Maximiliane Wilhelmina S", "Tobor", "Marvin", "Mia")
"""The first is as long as a name can be."""
OPTIONS = wire.RoomOptions(rules="trading,hand_limit=95,layout=beginner", robots=("greedy",))
ENTRY = {".playform :is(h1, .field, .main)": 3, ".playform .two .btn": 2}
ROWS = {".top .btn.icon": 1, ".mini": 3, ".handbar .slot .card": 5}
BAR = {".bar .tab": 3, ".bar .btn.main": 1}
LINE = {".stage.log li:last-child": 1}
BOX = {".dock .box .who strong": 1, ".dock .counts div": 4, ".own-left span:not(.what)": 3}
HEAD = {".brand a": 1, ".tools > *": 6}


async def at_table(visit: Visit, address: str, people: Company, device: Device) -> Visitor:
    """Open the table of a company in the window of its first member."""
    person = people.room.people[0]
    visitor = await visit(
        address, token=person.token, name=person.name, device=device, reduced_motion="reduce"
    )
    await visitor.open(people.room.path)
    await visitor.page.locator(".spot.node").first.wait_for()
    return visitor


async def test_the_lobby_is_whole_at_every_width(visit: Visit, address: str) -> None:
    guest = await visit(address)
    await guest.open("/")
    await expect(guest.page.get_by_label("Your name")).to_be_visible()
    await check_whole(guest, LOBBIES, ENTRY)
    room = await make_room(address, "Ada returns")
    ada = await visit(address, token=room.people[0].token, name=room.people[0].name)
    await ada.open("/")
    await ada.page.locator(".notice").wait_for()
    await check_whole(ada, LOBBIES, ENTRY | {".notice .btn": 1})


async def test_free_seats_show_their_locks(visit: Visit, address: str) -> None:
    room = await make_room(address, "Ada locks", begin=False)
    ada = await visit(address, token=room.people[0].token, name=room.people[0].name)
    await ada.open(room.path)
    await ada.page.locator(".rival").first.wait_for()
    await check_whole(ada, DESKS, {".rival .btn.icon": 3, ".waiting .btn": 1, ".go .main": 1})


async def test_nothing_at_the_table_is_cut(
    visit: Visit, arranged: ServeProcess, outcomes: Outcomes
) -> None:
    async with company(arranged.address, *NAMES, options=OPTIONS) as people:
        ada, tobor, *_ = people.members
        phone = await at_table(visit, arranged.address, people, "phone")
        desk = await at_table(visit, arranged.address, people, "desktop")
        hands = Finger(phone.page)
        calm = await boards(phone, PHONES)
        for (width, _), board in calm.items():
            assert board["across"] > 0.77 * width  # 0.787 is all: the rest is ports
        await check_whole(phone, PHONES, ROWS | BAR | LINE)

        await hands.press(".stage.log li:last-child")
        await expect(phone.page.locator(".talksheet .stream")).to_contain_text("sit down")
        await hands.spot(f"node-{ada.legal['settlement'][20]}", confirm=False)
        await phone.page.locator(".offercard .yes").wait_for()
        await check_whole(phone, PHONES, ROWS | {".offercard .btn": 2})
        await check_still(phone, calm)

        await people.play(lambda: ada.view["phase"] == "before-roll")
        await desk.page.locator("[data-tool=settings]").click()
        await desk.page.get_by_text("Card counting help").click()
        await desk.page.keyboard.press("Escape")
        await expect(desk.page.locator(".go .main")).to_have_text("Roll dice")
        await check_whole(desk, DESKS, BOX | HEAD)

        await people.roll(outcomes, 7)
        places = [place for place in ada.legal["robber"] if len(place["victims"]) > 1]
        place = next(place for place in places if 1 not in place["victims"])
        await phone.page.locator(".spot.hex").first.wait_for()
        await hands.spot(f"hex-{place['hex']}", confirm=False)
        await phone.page.locator("[data-rob]").first.wait_for()
        victims = {"[data-rob]": len(place["victims"]), ".offercard .acts .btn": 1}
        await check_whole(phone, PHONES, ROWS | victims)
        await check_still(phone, calm)
        await hands.press(f"[data-rob='{place['victims'][-1]}']")
        await people.until(lambda: ada.view["phase"] == "main")

        await people.next_turn()
        await people.roll(outcomes, 7)
        await tobor.move(robbery(people, tobor))
        await desk.page.locator(".counted .chip b", has_text="-").first.wait_for()
        await check_whole(desk, DESKS, {".counted .chip b": 15})

        pair = held(tobor, ada)
        assert pair is not None
        await tobor.move(f"offer 1 {pair[0]} for 1 {pair[1]} to 0")
        await desk.page.locator(".dock .tag").wait_for()
        await check_whole(desk, DESKS, BOX | {".dock .tag": 1})
        await phone.page.locator("[data-open=offer]").wait_for()
        await check_whole(phone, PHONES, ROWS | {"[data-open=offer] .btn": 3})
        for (width, _), board in (await boards(phone, PHONES)).items():
            assert board["across"] > 0.7 * width
        await hands.press("[data-act=counter]")
        await check_whole(
            phone, PHONES, ROWS | {".countering .cell:not(.on) .more": 8, ".countering .acts .btn": 3}
        )


async def check_still(phone: Visitor, calm: dict[Size, dict[str, Any]]) -> None:
    """Check that a question has not moved the board, nor made it smaller."""
    for size, board in (await boards(phone, PHONES)).items():
        assert board["across"] == pytest.approx(calm[size]["across"], rel=0.02), size
        assert board["middle"] == pytest.approx(calm[size]["middle"], abs=3), size


def robbery(people: Company, robber: Member) -> str:
    """Return a move that takes one of several kinds of cards from somebody who does not watch."""
    return next(
        f"robber {place['hex']} from {victim}"
        for place in robber.legal["robber"]
        for victim in place["victims"]
        if victim > robber.seat and sum(count > 0 for count in people.members[victim].hand.values()) > 1
    )

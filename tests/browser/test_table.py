"""The table in the browser of one player: prompt, building, discards, robber, keys, seats."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect
from tests.browser.accessibility import check_accessibility
from tests.browser.choices import choose
from tests.browser.company import RESOURCES, Company, Member, company
from tests.browser.hands import Mouse
from tests.browser.player import Player
from tests.browser.rooms import make_room
from tests.browser.visitor import DRAWN, Visit

from catanlab.server import wire

OPTIONS = wire.RoomOptions(rules="trading", robots=("greedy",), robot_seconds=0.0, robot_offers=0)
BUILDABLE = {"road": "road", "settlement": "settlement", "city": "city", "card": "buy card"}
STEPS = 45


@dataclass
class Seat:
    """A player's page, and the same player over the protocol."""

    page: Page
    member: Member
    company: Company

    @property
    def prompt(self) -> Locator:
        """What is asked of the player."""
        return self.page.locator(".prompt")

    @property
    def main(self) -> Locator:
        """The main button."""
        return self.page.locator(".go .btn.main")

    async def told(self, condition: Callable[[], bool]) -> None:
        """Wait until the player knows something over the protocol too: the page may hear of it first."""
        await self.member.client.until(condition)

    def spot(self, kind: str, number: int) -> Locator:
        """A marked place on the board."""
        return self.page.locator(f'.spot[data-id="{kind}-{number}"]')


@asynccontextmanager
async def seated(visit: Visit, address: str, mark: str) -> AsyncIterator[Seat]:
    """Let Ada, Mia and Ben begin a game; Ada has a browser."""
    names = (f"Ada {mark}", f"Mia {mark}", f"Ben {mark}")
    async with company(address, *names, options=OPTIONS) as all_of_them:
        person = all_of_them.room.people[0]
        visitor = await visit(address, token=person.token, name=person.name)
        await visitor.open(all_of_them.room.path)
        await visitor.page.locator(".rival").first.wait_for()
        yield Seat(visitor.page, all_of_them.members[0], all_of_them)


async def test_the_first_pieces_are_placed_by_mouse(visit: Visit, address: str) -> None:
    async with seated(visit, address, "sets up") as seat:
        await expect(seat.prompt).to_contain_text("Place your settlement")
        await expect(seat.prompt).to_contain_text("Choose one of 54 spots")
        await expect(seat.page).to_have_title("Place your settlement – Ada sets up’s table")
        await check_accessibility(seat.page)
        node = seat.member.legal["settlement"][20]
        spot = seat.spot("node", node)
        name = await spot.get_attribute("aria-label") or ""
        await spot.hover()
        brings = name.removeprefix(f"Spot {node}: ")
        assert brings != name
        await expect(seat.prompt).to_contain_text(brings[0].upper() + brings[1:])
        await spot.click()
        await expect(seat.prompt).to_contain_text("Place your road")
        await seat.told(lambda: "road" in seat.member.legal)
        assert seat.member.view["seats"][0]["settlements"] == [node]
        edge = seat.member.legal["road"][0]
        await seat.spot("edge", edge).focus()
        await seat.page.keyboard.press("Enter")
        await seat.page.locator(".prompt.quiet").wait_for()
        await seat.told(lambda: not seat.member.legal)
        assert seat.member.view["seats"][0]["roads"] == [edge]


@pytest.mark.slow
async def test_a_place_is_confirmed_by_those_who_want_it(visit: Visit, address: str) -> None:
    async with seated(visit, address, "confirms") as seat:
        await seat.page.locator("[data-tool=settings]").click()
        await check_accessibility(seat.page)
        await seat.page.get_by_text("Confirm places").click()
        await seat.page.keyboard.press("Escape")
        await expect(seat.page.get_by_role("dialog")).to_have_count(0)
        first, second = seat.member.legal["settlement"][3:5]
        await seat.spot("node", first).click()
        await expect(seat.prompt.get_by_role("button")).to_have_text(["Build it", "Cancel"])
        await seat.spot("node", second).click()
        assert seat.member.view["seats"][0]["settlements"] == []
        await seat.prompt.get_by_text("Build it").click()
        await expect(seat.prompt).to_contain_text("Place your road")
        await seat.told(lambda: "road" in seat.member.legal)
        assert seat.member.view["seats"][0]["settlements"] == [second]


@pytest.mark.slow
async def test_building_buttons_are_enabled_exactly_when_it_is_legal(visit: Visit, address: str) -> None:
    room = await make_room(address, "Ada builds")
    person = await visit(address, token=room.people[0].token, name="Ada builds")
    await person.open(room.path)
    player, chance, seen = Player(person, room.name, Mouse), Random(4), set()
    for _ in range(STEPS):
        await player.until(lambda: player.must_act or player.is_over, "the person's turn or the end")
        if player.is_over:
            break
        await person.page.evaluate(DRAWN)
        before = player.known.seq
        shown = {
            kind: await person.page.locator(f"[data-build={kind}]").get_attribute("aria-disabled") is None
            for kind in BUILDABLE
        }
        legal = {kind: bool(player.legal.get(word)) for kind, word in BUILDABLE.items()}
        if player.known.seq == before:
            assert shown == legal
            seen |= {kind for kind, enabled in legal.items() if enabled}
        await player.move(choose(player.known, chance))
    assert {"road", "settlement"} <= seen


@pytest.mark.slow
async def test_a_button_that_does_nothing_says_why(visit: Visit, address: str) -> None:
    async with seated(visit, address, "asks why") as seat:
        await seat.company.play(lambda: "roll" in seat.member.legal)
        await expect(seat.main).to_have_text("Roll dice")
        city = seat.page.locator("[data-build=city]")
        hand = seat.member.hand
        lacking = [f"{n - hand[card]} {card}" for card, n in (("wheat", 2), ("ore", 3)) if hand[card] < n]
        reason = f"Missing {' and '.join(lacking)}"
        await expect(city).to_have_attribute("title", reason)
        await city.click(force=True)
        await expect(seat.prompt.locator(".refusal")).to_have_text(f"City: {reason}")
        await seat.page.keyboard.press("Space")
        await expect(seat.main).not_to_have_text("Roll dice")
        await expect(seat.prompt.locator(".refusal")).to_have_count(0)


@pytest.mark.slow
async def test_discards_are_chosen_taken_back_and_sent(visit: Visit, address: str) -> None:
    async with seated(visit, address, "discards") as seat:
        await seat.company.play(lambda: "discard" in seat.member.legal)
        owed = seat.member.legal["discard"]
        held = sum(owed["hand"])
        await expect(seat.prompt).to_contain_text(f"Discard {owed['owes']} of your {held} cards")
        await expect(seat.main).to_have_text(f"Discard 0 / {owed['owes']}")
        await expect(seat.main).to_have_attribute("aria-disabled", "true")
        cards = [name for name, n in zip(RESOURCES, owed["hand"], strict=True) for _ in range(n)]
        for card in cards[: owed["owes"]]:
            await seat.page.locator(f".slot[data-resource={card}] .card").click()
        await expect(seat.main).to_have_text(f"Discard {owed['owes']} / {owed['owes']}")
        await check_accessibility(seat.page)
        await seat.page.locator(f".slot[data-resource={cards[0]}] .out").click()
        await expect(seat.prompt).to_contain_text(f"{owed['owes'] - 1} chosen, 1 to go")
        await seat.page.locator(f".slot[data-resource={cards[0]}] .card").click()
        await seat.main.click()
        await expect(seat.main).not_to_contain_text("Discard")
        await seat.member.client.until(lambda: "discard" not in seat.member.legal)
        events = [numbered.event for numbered in seat.member.room.events]
        chosen = [event for event in events if isinstance(event, wire.Chosen) and event.seat == 0]
        assert str(chosen[-1].cards).split() == cards[: owed["owes"]]


@pytest.mark.slow
async def test_the_robber_goes_to_a_hex_and_then_to_a_victim(visit: Visit, address: str) -> None:
    async with seated(visit, address, "robs") as seat:

        def crowded() -> dict[str, Any]:
            places = seat.member.legal.get("robber", ())
            return next((place for place in places if len(place["victims"]) > 1), {})

        await seat.company.play(lambda: bool(crowded()))
        hexagon, victims = crowded()["hex"], crowded()["victims"]
        await expect(seat.prompt).to_contain_text("Move the robber")
        await seat.spot("hex", hexagon).click()
        await expect(seat.prompt).to_contain_text("whom do you rob?")
        await expect(seat.page.locator(".balloon.pick button")).to_have_count(len(victims))
        await check_accessibility(seat.page)
        await seat.prompt.get_by_text("Other hex").click()
        await expect(seat.page.locator(".balloon.pick")).to_have_count(0)
        await seat.spot("hex", hexagon).click()
        await seat.page.locator(f".rival[data-seat='{victims[-1]}'] .balloon.pick button").click()
        await seat.member.client.until(lambda: seat.member.view["robber"] == hexagon)
        await expect(seat.prompt).to_contain_text("Build, trade or end your turn")


@pytest.mark.slow
async def test_keys_work_outside_of_text_and_can_be_switched_off(visit: Visit, address: str) -> None:
    async with seated(visit, address, "types keys") as seat:
        await seat.company.play(lambda: "roll" in seat.member.legal)
        field = seat.page.locator(".talk input")
        await field.fill("")
        await field.press("d")
        await expect(field).to_have_value("d")
        assert "roll" in seat.member.legal
        await field.fill("")
        await seat.page.locator("[data-tool=settings]").click()
        await seat.page.get_by_text("Single letters are keys").click()
        await seat.page.keyboard.press("Escape")
        await seat.page.locator(".box").first.focus()
        await seat.page.keyboard.press("?")
        await expect(seat.page.get_by_role("dialog")).to_have_count(0)
        await seat.page.locator("[data-tool=help]").click()
        await expect(seat.page.get_by_role("dialog")).to_contain_text("Roll the dice")
        await check_accessibility(seat.page)
        await seat.page.keyboard.press("Escape")
        await seat.page.locator(".box").first.focus()
        await seat.page.keyboard.press("Space")
        await seat.member.client.until(lambda: "roll" not in seat.member.legal)


@pytest.mark.slow
async def test_somebody_comes_by_a_link_and_the_game_begins(visit: Visit, address: str) -> None:
    room = await make_room(address, "Ada waits", options=OPTIONS, begin=False)
    ada = (await visit(address, token=room.people[0].token, name="Ada waits")).page
    await ada.goto(f"{address}{room.path}#{room.invitation}")
    await expect(ada.locator(".waiting input")).to_have_value(f"{address}{room.path}#{room.invitation}")
    await check_accessibility(ada)
    await ada.locator(".rival[data-seat='1'] [aria-pressed]").click()
    await expect(ada.locator(".rival[data-seat='1']")).to_contain_text("Locked")
    mia = (await visit(address, name="Mia comes")).page
    await mia.goto(f"{address}{room.path}#{room.invitation}")
    await mia.get_by_label("Your name").fill("Mia comes")
    await check_accessibility(mia)
    await mia.get_by_text("Sit down").click()
    await expect(mia.locator(".dock .box[data-seat='2']")).to_contain_text("Mia comes")
    await expect(ada.locator(".rival[data-seat='2']")).to_contain_text("Mia comes")
    await expect(ada.locator(".prompt")).to_contain_text("Robots fill the 2 free seats")
    await ada.get_by_text("Start game").click()
    await expect(ada.locator(".prompt")).to_contain_text("Place your settlement")
    await expect(mia.locator(".prompt")).to_contain_text("Ada waits’s turn")


@pytest.mark.slow
async def test_a_spectator_takes_the_seat_of_a_robot(visit: Visit, address: str) -> None:
    room = await make_room(address, "Ada plays", options=OPTIONS)
    zoe = (await visit(address, name="Zoe watches")).page
    await zoe.goto(f"{address}{room.path}#{room.invitation}")
    await zoe.get_by_label("Your name").fill("Zoe watches")
    await zoe.get_by_text("Only watch").click()
    await expect(zoe.locator(".rival")).to_have_count(4)
    await expect(zoe.locator(".handbar")).to_have_count(0)
    await expect(zoe.locator(".prompt")).to_contain_text("The game sleeps until one of its players is back")
    await expect(zoe.locator(".sit")).to_have_count(0)
    await check_accessibility(zoe)
    [person] = room.people
    ada = (await visit(address, token=person.token, name=person.name)).page
    await ada.goto(f"{address}{room.path}")
    await expect(zoe.locator(".rival[data-seat='0'] .sit")).to_have_count(0)
    await zoe.locator(".rival[data-seat='3'] .sit").click()
    await expect(zoe.locator(".dock .box[data-seat='3']")).to_contain_text("Zoe watches")
    await expect(zoe.locator(".handbar .slot")).to_have_count(5)


async def test_the_table_speaks_german_and_counts_cards(visit: Visit, address: str) -> None:
    async with seated(visit, address, "zählt") as seat:
        await seat.page.locator("[data-tool=settings]").click()
        await seat.page.get_by_text("Card counting help").click()
        await seat.page.get_by_text("Deutsch").click()
        await expect(seat.prompt).to_contain_text("Baue deine Siedlung")
        await expect(seat.page.locator("html")).to_have_attribute("lang", "de")
        await seat.company.play(lambda: "roll" in seat.member.legal)
        await expect(seat.main).to_have_text("Würfeln")
        await expect(seat.page.locator(".rival[data-seat='1'] .counted .chip")).to_have_count(5)
        mia = seat.company.members[1]
        shown = await seat.page.locator(".rival[data-seat='1'] .counted b").all_inner_texts()
        assert shown == [str(count) for count in mia.hand.values()]


@pytest.mark.slow
async def test_a_rematch_leads_everybody_to_their_seats(visit: Visit, address: str) -> None:
    short = wire.RoomOptions(rules="base,points_to_win=3", robots=("greedy",), robot_seconds=0.0)
    room = await make_room(address, "Ada again", "Mia again", options=short)
    pages = []
    for person in room.people:
        visitor = await visit(address, token=person.token, name=person.name)
        await visitor.open(f"{room.path}#{room.invitation}")
        pages.append((visitor, Player(visitor, room.name, Mouse)))
    (ada, _), (mia, _) = pages
    chance = Random(7)
    while not all(player.is_over for _, player in pages):
        for _, player in pages:
            if player.must_act:
                await player.move(choose(player.known, chance))
        await ada.page.evaluate(DRAWN)
    await expect(ada.page.locator(".winner h1")).to_contain_text("win")
    await check_accessibility(ada.page)
    await ada.page.get_by_text("Back to the board").click()
    await expect(ada.page.locator(".prompt")).to_contain_text("win")
    await ada.page.get_by_text("Rematch").click()
    for seat, visitor in enumerate((ada, mia)):
        await expect(visitor.page.locator(f".dock .box[data-seat='{seat}']")).to_contain_text("again")
        await expect(visitor.page.locator(".go .btn.main")).to_have_text("Start game")
    assert ada.page.url == mia.page.url
    assert room.name not in ada.page.url

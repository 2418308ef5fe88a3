"""The entry and lobby in a browser: a table at once, games, channels, people, the account."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

import pytest
from playwright.async_api import Page, expect
from tests.browser.accessibility import check_accessibility
from tests.browser.hands import seen
from tests.browser.visitor import Device, Visit, Visitor

from catanlab.server import wire
from catanlab.server.client import connect

_numbers = count(1)


def someone(name: str) -> str:
    """Return a name that no other test has."""
    return f"{name} {next(_numbers)}"


def socket_of(address: str) -> str:
    """Return the address of the WebSocket."""
    return f"{address.replace('http', 'ws', 1)}/ws"


async def arrive(visitor: Visitor, name: str) -> Page:
    """Come into the lobby under a name, by saying something in the channel."""
    page = visitor.page
    await visitor.open("/")
    await page.get_by_label("Your name").fill(name)
    await page.get_by_label("Say something in Square").fill("Hello")
    await page.get_by_label("Say something in Square").press("Enter")
    await expect(page.get_by_role("button", name=name)).to_be_visible()
    return page


def table_of(visitor: Visitor) -> dict[str, Any]:
    """Return the table that came last."""
    updates = [update for update in visitor.messages("update") if "table" in update]
    table: dict[str, Any] = updates[-1]["table"]
    return table


async def at_a_table(page: Page) -> str:
    """Wait until the page is at a table, and return its room."""
    await page.wait_for_url("**/room/*")
    return page.url.rpartition("/")[2].partition("#")[0]


# A table at once.


async def test_one_name_and_one_press_lead_to_a_game_with_robots(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    name = someone("Anna")
    await anna.page.get_by_label("Your name").fill(name)
    await anna.page.keyboard.press("Enter")
    room = await at_a_table(anna.page)
    await expect(anna.page.locator(".spot").first).to_be_visible()
    view = anna.rooms[room].view  # the last update may be one without it
    assert view["seat"] in view["deciders"]
    occupants = [seat["occupant"] for seat in table_of(anna)["seats"]]
    assert sorted(occupant["kind"] for occupant in occupants) == ["person", "robot", "robot", "robot"]
    assert occupants[view["seat"]]["name"] == name


@pytest.mark.slow
async def test_who_types_no_name_plays_under_the_one_that_is_proposed(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    proposed = await anna.page.get_by_label("Your name").get_attribute("placeholder")
    assert proposed
    await anna.page.get_by_role("button", name="Play now").click()
    await at_a_table(anna.page)
    await expect(anna.page.locator(".spot").first).to_be_visible()
    assert anna.messages("welcome")[0]["name"].startswith(proposed)


@pytest.mark.slow
async def test_the_game_is_still_there_after_a_visit_to_the_lobby(visit: Visit, address: str) -> None:
    anna = await visit(address)
    name = someone("Anna")
    await anna.open("/")
    await anna.page.get_by_label("Your name").fill(name)
    await anna.page.get_by_role("button", name="Play now").click()
    room = await at_a_table(anna.page)
    for _ in range(2):  # by the way back, and by a fresh start
        await anna.open("/")
        await expect(anna.page.get_by_text("Your game is still on")).to_be_visible()
        await expect(anna.page.get_by_label("Your name")).to_have_value(name)
    await anna.page.get_by_role("button", name="Return to it").click()
    assert await at_a_table(anna.page) == room


@pytest.mark.slow
async def test_a_name_that_cannot_be_had_is_refused_at_its_field(visit: Visit, address: str) -> None:
    name = someone("Otto")
    async with await connect(socket_of(address), name):
        anna = await visit(address)
        await anna.open("/")
        field = anna.page.get_by_label("Your name")
        with anna.faults.refusals_may_come():
            await field.fill(name)
            await field.press("Enter")
            await expect(field).to_have_attribute("aria-invalid", "true")
            await expect(anna.page.locator("#name-trouble")).not_to_be_empty()
            await expect(anna.page.get_by_label("Password")).to_have_count(0)
            await field.fill("admin")
            await field.press("Enter")
            await expect(anna.page.get_by_label("Password")).to_be_visible()
        await field.fill(someone("Anna"))
        await expect(anna.page.get_by_label("Password")).to_have_count(0)
        await field.press("Enter")
        await at_a_table(anna.page)


async def test_the_way_in_by_keyboard_alone(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await expect(anna.page.get_by_label("Your name")).to_be_visible()
    for _ in range(20):
        await anna.page.keyboard.press("Tab")
        if await anna.page.get_by_label("Your name").evaluate("field => field === document.activeElement"):
            break
    await anna.page.keyboard.type(someone("Anna"))
    await anna.page.keyboard.press("Tab")
    await anna.page.keyboard.press("Enter")
    await at_a_table(anna.page)


# New games and invitations.


@pytest.mark.slow
async def test_a_new_game_has_the_options_of_its_form_which_are_remembered(
    visit: Visit, address: str
) -> None:
    anna = await visit(address)
    page = anna.page
    await anna.open("/")
    await page.get_by_label("Your name").fill(someone("Anna"))
    await page.get_by_role("button", name="New game").click()
    form = page.get_by_role("dialog", name="New game")
    await form.get_by_label("Name of the table").fill("Friday table")
    await form.get_by_role("button", name="3", exact=True).click()
    await form.get_by_label("Points to win").fill("8")
    await form.get_by_label("Level of robot 1").select_option("hard")
    await expect(form.get_by_label("Level of robot 3")).to_have_count(0)
    await form.get_by_role("button", name="Quick").click()
    await form.get_by_label("Board").select_option("beginner")
    await form.get_by_label("The robber spares").check()
    await form.get_by_role("button", name="Wait for others").click()
    room = await at_a_table(page)
    await expect(page.get_by_role("button", name="Start game")).to_be_visible()
    table = table_of(anna)
    options = table["options"]
    assert table["status"] == "waiting"
    assert len(table["seats"]) == 3
    assert options["title"] == "Friday table"
    assert options["rules"] == "trading,players=3,points_to_win=8,friendly_robber=yes"
    assert options["board"] == "beginner"
    assert options["pace"]["decision"] == 25
    assert "hard" in options["robots"]
    assert next(seat for seat in table["seats"] if seat["occupant"]["kind"] == "person")

    await anna.open("/")
    await expect(page.get_by_text("You have a seat at Friday table")).to_be_visible()
    await page.get_by_role("button", name="New game").click()
    await expect(form.get_by_label("Points to win")).to_have_value("8")
    await form.get_by_role("button", name="Begin with robots").click()
    assert await at_a_table(page) != room
    await expect(page.locator(".spot").first).to_be_visible()
    assert table_of(anna)["status"] == "playing"


@pytest.mark.slow
async def test_a_dialog_closes_by_escape_and_gives_the_focus_back(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    button = anna.page.get_by_role("button", name="New game")
    await button.click()
    await expect(anna.page.get_by_role("dialog")).to_be_visible()
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.get_by_role("dialog")).to_have_count(0)
    await expect(button).to_be_focused()


async def test_friends_come_by_a_link_to_a_table_that_nobody_else_sees(visit: Visit, address: str) -> None:
    anna, bob = (
        await visit(address, permissions=["clipboard-read", "clipboard-write"]),
        await visit(address),
    )
    await anna.open("/")
    await anna.page.get_by_label("Your name").fill(someone("Anna"))
    await anna.page.get_by_role("button", name="Invite friends").click()
    link = await anna.page.get_by_label("Link to your table").input_value()
    assert re.fullmatch(rf"{re.escape(address)}/room/[a-z0-9]+#[\w-]+", link)
    await anna.page.get_by_role("button", name="Copy").click()
    await expect(anna.page.get_by_role("button", name="Copied")).to_be_visible()
    assert await anna.page.evaluate("navigator.clipboard.readText()") == link
    await anna.page.get_by_role("button", name="To the table").click()
    room = await at_a_table(anna.page)

    await bob.open("/")
    await expect(bob.page.get_by_label("Your name")).to_be_visible()
    listed = json.loads(await bob.page.evaluate("fetch('/api/rooms').then(answer => answer.text())"))
    assert room not in [line["room"] for line in listed["rooms"]]
    name = someone("Bob")
    await bob.page.goto(link)
    await bob.page.get_by_role("textbox").first.fill(name)
    await bob.page.get_by_role("textbox").first.press("Enter")
    await expect(anna.page.get_by_text(name).first).to_be_visible()


@pytest.mark.slow
async def test_somebody_who_waits_is_invited_and_accepts_or_declines(visit: Visit, address: str) -> None:
    names = someone("Anna"), someone("Bob")
    anna, bob = [await visit(address, name=name) for name in names]
    for visitor, name in zip((anna, bob), names, strict=True):
        await arrive(visitor, name)
        await visitor.page.get_by_role("tab", name="People").click()
    await bob.page.get_by_label("I wait for an invitation").check()
    line = anna.page.locator(".people li").filter(has_text=names[1])
    await expect(line.get_by_text("waits for an invitation")).to_be_visible()
    await line.get_by_role("button", name="Invite").click()
    room = await at_a_table(anna.page)
    await expect(bob.page.locator(".invitation")).to_contain_text(f"{names[0]} invites you")
    await bob.page.get_by_role("button", name="Accept").click()
    assert await at_a_table(bob.page) == room
    await expect(anna.page.get_by_text(names[1]).first).to_be_visible()

    await bob.open("/")
    await expect(bob.page.get_by_text("You have a seat")).to_be_visible()
    await anna.open("/")
    await anna.page.get_by_role("tab", name="People").click()
    await (
        anna.page.locator(".people li")
        .filter(has_text=names[1])
        .get_by_role("button", name=names[1])
        .click()
    )
    await anna.page.get_by_role("group", name=names[1]).get_by_role("button", name="Invite").click()
    await at_a_table(anna.page)
    await bob.page.get_by_role("button", name="No thanks").click()
    await expect(bob.page.locator(".invitation")).to_have_count(0)
    await expect(anna.page.get_by_text(f"{names[1]} does not come this time")).to_be_visible()


# Games.


@pytest.mark.slow
async def test_games_are_listed_before_one_has_a_name_and_can_be_joined(visit: Visit, address: str) -> None:
    host = someone("Mia")
    async with await connect(socket_of(address), host) as mia:
        title = someone("Club table")
        waiting = await mia.create(wire.RoomOptions(title=title))
        await mia.sit(waiting.room)
        bob = await visit(address)
        await bob.open("/")
        line = bob.page.locator(".game").filter(has_text=title)
        await expect(line.get_by_text("Waiting for 3")).to_be_visible()
        await expect(line.get_by_role("img", name=host)).to_be_visible()
        await bob.page.get_by_label("Your name").fill(someone("Bob"))
        await line.get_by_role("button", name="Join").click()
        assert await at_a_table(bob.page) == waiting.room
        await expect(bob.page.get_by_text(host).first).to_be_visible()
        assert [seat["occupant"]["kind"] for seat in table_of(bob)["seats"]].count("person") == 2


@pytest.mark.slow
async def test_a_game_with_robots_can_be_watched_or_sat_down_at(visit: Visit, address: str) -> None:
    async with await connect(socket_of(address), someone("Mia")) as mia:
        title = someone("Robots")
        playing = await mia.create(wire.RoomOptions(title=title, robots=("greedy",), robot_seconds=30))
        await mia.sit(playing.room, 0)
        await mia.start(playing.room)
        bob, eve = await visit(address), await visit(address)
        name = someone("Bob")
        for visitor, act in ((eve, "Watch"), (bob, "Sit down")):
            await visitor.open("/")
            if visitor is bob:
                await bob.page.get_by_label("Your name").fill(name)
            line = visitor.page.locator(".game").filter(has_text=title)
            await line.get_by_role("button", name=act).click()
            assert await at_a_table(visitor.page) == playing.room
        await mia.until(
            lambda: (
                playing.table is not None
                and any(seat.occupant.name == name for seat in playing.table.seats)
            )
        )


@pytest.mark.slow
async def test_a_table_that_has_gone_is_told_and_not_asked_for_again(visit: Visit, address: str) -> None:
    anna = await visit(address)
    page = await arrive(anna, someone("Anna"))
    await anna.open("/room/nosuchroom0")
    await expect(page.get_by_text("no such").or_(page.get_by_text("not open")).first).to_be_visible()
    assert len([frame for frame in anna.sent if '"join"' in frame]) == 1


# Channels.


async def test_people_talk_in_channels(visit: Visit, address: str) -> None:
    names = someone("Anna"), someone("Bob")
    anna, bob = [await visit(address, name=name) for name in names]
    for visitor, name in zip((anna, bob), names, strict=True):
        await arrive(visitor, name)
    await expect(anna.page.get_by_text("Here:")).to_contain_text(names[1])
    await bob.page.get_by_label("Say something in Square").fill("One more for a quick game?")
    await bob.page.get_by_role("button", name="Send").click()
    await expect(anna.page.get_by_text("One more for a quick game?")).to_be_visible()
    await expect(bob.page.get_by_label("Say something in Square")).to_have_value("")

    await bob.page.get_by_role("button", name="Enter another channel").click()
    await bob.page.get_by_label("Name of a channel").fill("Späte Runde!")
    await bob.page.get_by_role("button", name="Enter", exact=True).click()
    await expect(bob.page.get_by_role("tab", name="Spate runde")).to_have_attribute("aria-selected", "true")
    await anna.page.get_by_role("button", name="Enter another channel").click()
    await anna.page.get_by_role("button", name="Spate runde 1").click()
    await anna.page.get_by_label("Say something in Spate runde").fill("Quiet here")
    await anna.page.keyboard.press("Enter")
    await expect(bob.page.get_by_text("Quiet here")).to_be_visible()
    await bob.page.reload()
    await bob.page.get_by_role("tab", name="Spate runde").click()
    await expect(bob.page.get_by_text("Quiet here")).to_be_visible()
    await bob.page.get_by_role("button", name="Enter another channel").click()
    await bob.page.get_by_role("button", name="Leave Spate runde").click()
    await expect(bob.page.get_by_role("tab", name="Spate runde")).to_have_count(0)


@pytest.mark.slow
async def test_a_channel_for_which_there_is_no_tab_any_more_is_left(visit: Visit, address: str) -> None:
    anna = await visit(address)
    page = await arrive(anna, someone("Anna"))
    for number in range(6):
        await page.get_by_role("button", name="Enter another channel").click()
        await page.get_by_label("Name of a channel").fill(f"corner {number}")
        await page.get_by_role("button", name="Enter", exact=True).click()
        await expect(page.get_by_role("tab", name=f"Corner {number}")).to_be_visible()
    await expect(page.get_by_role("tab", name="Square")).to_have_count(0)
    assert [frame for frame in anna.sent if '"leave"' in frame] == ['{"t":"leave","channel":"square"}']


@pytest.mark.slow
async def test_who_is_muted_is_not_heard_and_can_be_reported(visit: Visit, address: str) -> None:
    names = someone("Anna"), someone("Rude")
    anna, rude = [await visit(address, name=name) for name in names]
    for visitor, name in zip((anna, rude), names, strict=True):
        await arrive(visitor, name)
    page = anna.page
    there = page.locator(".here").get_by_role("button", name=names[1])
    await there.click()
    bar = page.get_by_role("group", name=names[1])
    await bar.get_by_role("button", name="Report").click()
    await bar.get_by_label(f"What did {names[1]} do?").fill("Swears")
    await seen(bar.get_by_role("button", name="Send")).click()  # it stands where *Report* was
    await expect(page.get_by_text("went to the administrators")).to_be_visible()
    await there.click()
    await bar.get_by_role("button", name="Mute").click()
    await expect(page.locator(".stream li").filter(has_text=names[1])).to_have_count(0)
    await rude.page.get_by_label("Say something in Square").fill("Can you hear me?")
    await rude.page.keyboard.press("Enter")
    await expect(rude.page.get_by_text("Can you hear me?")).to_be_visible()
    await rude.page.get_by_label("Say something in Square").fill("Hey")
    await there.click()
    await bar.get_by_role("button", name="Hear again").click()
    await rude.page.keyboard.press("Enter")
    await expect(page.locator(".stream").get_by_text("Hey")).to_be_visible()
    await expect(page.get_by_text("Can you hear me?")).to_have_count(0)


# Who one is.


@pytest.mark.slow
async def test_a_name_is_reserved_by_a_password_and_opens_with_it_alone(visit: Visit, address: str) -> None:
    name = someone("Anna")
    anna, other = await visit(address), await visit(address)
    page = await arrive(anna, name)
    await page.get_by_role("button", name=name).click()
    account = page.get_by_role("dialog", name="Your account")
    await account.get_by_role("button", name="Keep this name").click()
    await account.get_by_label("New password").fill("correct horse")
    await account.get_by_role("button", name="Keep it").click()
    await expect(account.get_by_text("Your name is reserved by a password.")).to_be_visible()
    await account.get_by_role("button", name="Log out").click()
    await expect(page.locator(".account-button")).to_have_text("Log in")

    await other.open("/")
    with other.faults.refusals_may_come():
        await other.page.get_by_label("Your name").fill(name)
        await other.page.keyboard.press("Enter")
        await other.page.get_by_label("Password").fill("wrong horse")
        await other.page.keyboard.press("Enter")
        await expect(other.page.locator("#name-trouble")).to_contain_text("password")
        await other.page.get_by_label("Password").fill("correct horse")
        await other.page.keyboard.press("Enter")
        await at_a_table(other.page)
    assert other.messages("welcome")[-1]["reserved"]


@pytest.mark.slow
async def test_another_name_is_taken_everywhere(visit: Visit, address: str) -> None:
    old, new = someone("Anna"), someone("Eva")
    anna = await visit(address)
    page = await arrive(anna, old)
    second = await anna.context.new_page()
    await second.goto(address)
    await expect(second.get_by_role("button", name=old)).to_be_visible()
    await page.get_by_role("button", name=old).click()
    account = page.get_by_role("dialog", name="Your account")
    await account.get_by_role("button", name="Change name").click()
    await account.get_by_label("New name").fill(new)
    await account.get_by_role("button", name="Take it").click()
    for tab in (page, second):
        await expect(tab.locator(".account-button")).to_contain_text(new)
    await page.keyboard.press("Escape")
    await page.get_by_label("Say something in Square").fill("It is me")
    await page.keyboard.press("Enter")
    await expect(second.locator(".stream li").filter(has_text="It is me")).to_contain_text(new)
    await page.get_by_role("button", name=new).first.click()
    await account.get_by_role("button", name="Log out").click()
    for tab in (page, second):
        await expect(tab.locator(".account-button")).to_have_text("Log in")


@pytest.mark.slow
async def test_ones_data_is_downloaded_and_deleted(visit: Visit, address: str) -> None:
    name = someone("Anna")
    anna = await visit(address)
    page = await arrive(anna, name)
    await page.get_by_role("button", name=name).click()
    account = page.get_by_role("dialog", name="Your account")
    async with page.expect_download() as begun:
        await account.get_by_role("button", name="Download my data").click()
    path = await (await begun.value).path()
    assert name in path.read_text()
    await account.get_by_role("button", name="Delete me …").click()
    await account.get_by_role("button", name="Delete me", exact=True).click()
    await expect(page.locator(".account-button")).to_have_text("Log in")
    await anna.open("/")
    await expect(page.get_by_label("Your name")).to_have_value("")


@pytest.mark.slow
async def test_a_face_is_chosen_and_seen_by_others(visit: Visit, address: str) -> None:
    names = someone("Anna"), someone("Bob")
    anna, bob = [await visit(address, name=name) for name in names]
    for visitor, name in zip((anna, bob), names, strict=True):
        await arrive(visitor, name)
    await anna.page.get_by_role("button", name="Change your face").click()
    await anna.page.get_by_role("button", name="Owl").click()
    await bob.page.get_by_role("tab", name="People").click()
    face = bob.page.locator(".people li").filter(has_text=names[0]).locator("use")
    await expect(face).to_have_attribute("href", "#face-owl")
    await anna.page.reload()
    await expect(anna.page.locator(".facebutton use")).to_have_attribute("href", "#face-owl")


@pytest.mark.slow
async def test_theme_and_language_are_chosen_and_kept(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await anna.open("/")
    await anna.page.get_by_role("button", name="Dark colours").click()
    await expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")
    await anna.page.get_by_role("button", name="Deutsch").click()
    await expect(anna.page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    await anna.page.reload()
    await expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(anna.page.locator("html")).to_have_attribute("lang", "de")


# Everyone.


@pytest.mark.slow
@pytest.mark.parametrize("device", ["desktop", "dark", "phone", "phone-dark"])
async def test_the_lobby_and_its_dialogs_are_accessible(visit: Visit, address: str, device: Device) -> None:
    name = someone("Anna")
    anna = await visit(address, device=device)
    await anna.open("/")
    await check_accessibility(anna.page)
    page = await arrive(anna, name)
    async with await connect(socket_of(address), someone("Mia")) as mia:
        room = await mia.create(wire.RoomOptions(title=someone("Table")))
        await mia.sit(room.room)
        await expect(page.locator(".game").first).to_be_visible()
        await page.get_by_role("button", name="Enter another channel").click()
        await check_accessibility(page)
        await page.get_by_role("tab", name="People").click()
        await expect(page.locator(".people li").first).to_be_visible()
        await page.locator(".people .name").first.click()
        await check_accessibility(page)
    for button in ("New game", "Change your face"):
        await page.get_by_role("button", name=button).click()
        await check_accessibility(page)
        await page.keyboard.press("Escape")
    await page.get_by_role("button", name=name).click()
    await page.get_by_role("button", name="Keep this name").click()
    await check_accessibility(page)
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Invite friends").click()
    await expect(page.get_by_label("Link to your table")).to_be_visible()
    await check_accessibility(page)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_nothing_is_wider_than_the_phone(visit: Visit, address: str, language: str) -> None:
    anna = await visit(address, device="phone", language=language)
    await anna.open("/")
    await expect(anna.page.locator("#name")).to_be_visible()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await anna.page.evaluate(wide) == 0
    await anna.page.locator(".two button").first.click()
    form = anna.page.get_by_role("dialog")
    await expect(form).to_be_visible()
    assert await form.evaluate("form => form.scrollWidth - form.clientWidth") == 0


async def test_the_desktop_does_not_scroll(visit: Visit, address: str) -> None:
    anna = await visit(address)
    await arrive(anna, someone("Anna"))
    assert await anna.page.evaluate("document.documentElement.scrollHeight") == 720

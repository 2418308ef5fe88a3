"""Addresses that somebody typed, pasted or was sent: odd names, links after a refusal, the way back."""

from __future__ import annotations

import pytest
from msgspec import structs
from playwright.async_api import expect
from tests.browser.rooms import QUICK, finished_room, make_room
from tests.browser.test_replay import fetch
from tests.browser.visitor import Visit

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server.client import connect

CLOSED = "This table is not open"


async def test_a_room_may_be_called_like_what_every_object_has(visit: Visit, address: str) -> None:
    room = await make_room(address, "Zoe of addresses")
    zoe = await visit(address, name="Zoe of addresses", token=room.people[0].token)
    await zoe.open("/room/constructor")
    await expect(zoe.page.get_by_text(CLOSED)).to_be_visible()
    await expect(zoe.page.get_by_role("button", name="Start game")).to_have_count(0)
    await zoe.page.get_by_role("link", name="Lobby").click()
    await zoe.page.get_by_role("button", name="Enter another channel").click()
    await zoe.page.locator("input[name=channel]").fill("constructor")
    await zoe.page.keyboard.press("Enter")
    await zoe.page.locator(".talkform input").fill("<b>Hello</b>")
    await zoe.page.keyboard.press("Enter")
    await expect(zoe.page.locator(".stream .said")).to_contain_text("<b>Hello</b>")


async def test_who_was_shown_out_comes_in_by_the_link_in_the_same_tab(visit: Visit, address: str) -> None:
    room = await make_room(address, "Yan of addresses", options=structs.replace(QUICK, public=False))
    other = await make_room(address, "Xia of addresses")
    xia = await visit(address, name="Xia of addresses", token=other.people[0].token)
    await xia.open(room.path)
    await expect(xia.page.get_by_text(CLOSED)).to_be_visible()
    await xia.page.evaluate("link => { location.href = link; }", f"{room.path}#{room.invitation}")
    await expect(xia.page.locator(".board")).to_be_visible()
    await expect(xia.page.get_by_text(CLOSED)).to_have_count(0)


@pytest.mark.parametrize("secret", ["", "#x&eyes=0"])
async def test_a_replay_is_closed_and_a_record_too(visit: Visit, address: str, secret: str) -> None:
    room = await finished_room(address)
    anna = await visit(address)
    await anna.open(f"/replay/{room}{secret}")
    await anna.page.get_by_role("link", name="Close").click()
    await expect(anna.page.locator("#finished-title")).to_be_visible()
    await anna.page.locator("#record").fill(fetch(address, f"/records/{room}"))
    await anna.page.locator("form.pasted button").click()
    await anna.page.get_by_role("link", name="Close").click()
    await expect(anna.page.locator("#finished-title")).to_be_visible()


async def test_who_watched_a_private_game_sees_its_replay(visit: Visit, address: str) -> None:
    options = structs.replace(QUICK, public=False, rules="trading,points_to_win=3")
    url = f"{address.replace('http', 'ws', 1)}/ws"
    async with await connect(url, "Wim of addresses") as wim:
        room = await wim.create(options)
        secret = wim.invitation(room.room)
        await wim.sit(room.room, 3)
        await wim.start(room.room)
        await ScriptedPerson(wim, room, 1).play()
    other = await make_room(address, "Vic of addresses")
    vic = await visit(address, name="Vic of addresses", token=other.people[0].token)
    await vic.open(f"/room/{room.room}#{secret}")
    await vic.page.get_by_role("button", name="Watch the replay").click()
    await expect(vic.page.get_by_role("slider")).to_be_visible()
    assert vic.page.url.endswith(f"/replay/{room.room}#{secret}")

"""The end of a game and its replay: statistics, eyes, steps, records, and on from any point."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.async_api import expect
from tests.browser.accessibility import check_accessibility
from tests.browser.rooms import finished_room
from tests.browser.visitor import Device, Visit, Visitor


def fetch(address: str, path: str) -> str:
    """Return what the server has at a path."""
    with urlopen(address + path, timeout=20) as answer:
        text: str = answer.read().decode()
    return text


async def position(visitor: Visitor) -> dict[str, list[str]]:
    """Return the pieces on the board of a page, once it has drawn them."""
    await visitor.drawn()
    pieces: dict[str, list[str]] = await visitor.page.evaluate(
        """() => Object.fromEntries(["roads", "buildings"].map((layer) => {
            const pieces = [...document.querySelectorAll(`.${layer} > *`)];
            return [layer, pieces.map((piece) => piece.outerHTML).sort()];
        }))"""
    )
    return pieces


async def test_a_replay_steps_scrubs_and_plays(visit: Visit, address: str) -> None:
    room = await finished_room(address)
    frames = json.loads(fetch(address, f"/api/rooms/{room}/replay"))["frames"]
    visitor = await visit(address)
    await visitor.open(f"/replay/{room}")
    page = visitor.page
    scrubber = page.get_by_role("slider")
    await expect(scrubber).to_have_value("0")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await expect(scrubber).to_have_value("2")
    await page.keyboard.press("ArrowLeft")
    await expect(scrubber).to_have_value("1")
    await page.keyboard.press("End")
    await expect(scrubber).to_have_value(str(len(frames) - 1))
    last = await position(visitor)
    seats = frames[-1]["view"]["seats"]
    assert len(last["roads"]) == sum(len(seat["roads"]) for seat in seats)
    assert len(last["buildings"]) == sum(len(seat["settlements"]) + len(seat["cities"]) for seat in seats)
    await page.keyboard.press("Home")
    await expect(page.locator(".roads > *")).to_have_count(0)
    await page.get_by_role("button", name="4×").click()
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await expect(page.locator(".buildings > *")).not_to_have_count(0)
    await page.get_by_role("button", name="Pause").click()
    # What was reached step by step is what a jump shows.
    here = await scrubber.input_value()
    stepped = await position(visitor)
    await page.keyboard.press("End")
    await page.keyboard.press("Home")
    for _ in range(int(here)):
        await page.keyboard.press("ArrowRight")
    assert await position(visitor) == stepped


async def test_a_seat_shows_only_what_it_knew(visit: Visit, address: str) -> None:
    room = await finished_room(address)
    replay = json.loads(fetch(address, f"/api/rooms/{room}/replay?eyes=1"))
    visitor = await visit(address)
    await visitor.open(f"/replay/{room}")
    page = visitor.page
    # The digits work also while the scrubber has the focus.
    await page.get_by_role("slider").click()
    await page.keyboard.press("2")
    name = replay["seats"][1]["occupant"]["name"]
    await expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    for index in range(0, len(replay["frames"]), max(1, len(replay["frames"]) // 12)):
        await page.get_by_role("slider").fill(str(index))
        frame = replay["frames"][index]
        if "view" not in frame:
            continue
        for seat, counted in enumerate(frame["counting"]["seats"]):
            await visitor.drawn()
            chips = await page.locator(f".rseats li:nth-child({seat + 1}) .known .chip b").all_inner_texts()
            own = frame["view"]["seats"][seat]["hand"]
            if own is not None:
                expected = [str(count) for count in own]
            else:
                pairs = zip(counted["certain"], counted["possible"], strict=True)
                expected = [str(least) if least == most else f"{least}–{most}" for least, most in pairs]
            assert chips == expected, (index, seat)
    assert not any("full_reason" in frame for frame in replay["frames"])


@pytest.mark.parametrize(
    "device",
    [
        "phone",
        pytest.param("desktop", marks=pytest.mark.slow),
        pytest.param("dark", marks=pytest.mark.slow),
    ],
)
async def test_the_end_is_drawn(visit: Visit, address: str, device: Device) -> None:
    room = await finished_room(address)
    statistics = json.loads(fetch(address, f"/api/rooms/{room}/statistics"))
    visitor = await visit(address, device=device)
    await visitor.open(f"/replay/{room}")
    page = visitor.page
    await page.get_by_role("button", name="Statistics").click()
    winner = statistics["seats"][statistics["winner"]]
    await expect(page.locator(".winner h1")).to_have_text(f"{winner['name']} wins")
    totals = await page.locator(".chart .total").all_text_contents()
    assert sorted(map(int, totals)) == sorted(seat["score"] for seat in statistics["seats"])
    counts = await page.locator(".dicefig .num").all_text_contents()
    assert [int(count) for count in counts] == statistics["dice"]["counts"]
    await expect(page.locator(".prod tbody tr")).to_have_count(len(statistics["seats"]))
    await check_accessibility(page)
    await page.get_by_role("button", name="Check the dice").click()
    await expect(page.locator(".dicecheck")).to_contain_text("those that were promised")
    await check_accessibility(page)


async def test_a_record_is_downloaded_and_pasted(visit: Visit, address: str, tmp_path: Path) -> None:
    room = await finished_room(address)
    visitor = await visit(address)
    await visitor.open(f"/replay/{room}")
    page = visitor.page
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Download").click()
    record = tmp_path / "record.txt"
    await (await started.value).save_as(record)
    assert record.read_text() == fetch(address, f"/records/{room}")
    await expect(page.get_by_role("slider")).to_be_visible()
    await page.keyboard.press("End")
    first = await position(visitor)
    await page.get_by_role("link", name="Close").click()
    await expect(page.locator(".finished li")).not_to_have_count(0)
    await check_accessibility(page)
    await page.get_by_label("Record", exact=True).fill("nonsense")
    with visitor.faults.refusals_may_come():
        await page.locator(".pasted .strong").click()
        await expect(page.locator(".pasted [role=alert]")).not_to_be_empty()
    await page.get_by_label("The file of a record").set_input_files(record)
    await page.locator(".pasted .strong").click()
    await expect(page.get_by_role("slider")).to_be_visible()
    await page.keyboard.press("End")
    assert await position(visitor) == first


async def test_somebody_plays_on_from_a_point_of_a_finished_game(visit: Visit, address: str) -> None:
    room = await finished_room(address)
    visitor = await visit(address)
    await visitor.open(f"/replay/{room}")
    page = visitor.page
    await page.get_by_role("slider").fill("40")
    before = await position(visitor)
    await page.get_by_role("button", name=re.compile("Play on from here")).click()
    await expect(page).to_have_url(re.compile(r"/room/\w+"))
    await expect(page.locator(".dock .box, .phone .me").first).to_be_visible()
    await visitor.until(lambda: any(known.view for known in visitor.rooms.values()), "the game goes on")
    await expect(page.locator(".roads > *").nth(len(before["roads"]) - 1)).to_be_attached()
    after = await position(visitor)
    assert set(before["roads"]) <= set(after["roads"])
    assert next(iter(visitor.rooms.values())).seat is not None

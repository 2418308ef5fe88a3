"""Places to choose from: what keys, a mouse and a screen reader can do with them."""

from __future__ import annotations

import re

import pytest
from tests.browser.accessibility import check_accessibility
from tests.browser.board.board_page import BoardPage
from tests.browser.board.board_states import game_states, node_place

EDGES = """() => {
  const spots = [...board.element.querySelectorAll(".spot")];
  const links = {};
  for (const spot of spots) {
    links[spot.dataset.id] = [];
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      spot.focus();
      spot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      links[spot.dataset.id].push(document.activeElement.dataset.id);
    }
  }
  return links;
}"""


async def test_a_board_is_a_picture_until_there_are_spots(page: BoardPage) -> None:
    state = {**next(game_states(1)), "caption": "Turn 1"}
    await page.set(state)
    picture = page.page.get_by_role("img", name="Turn 1")
    assert await picture.count() == 1
    assert await page.page.get_by_role("button").count() == 0
    await page.set({**state, "spots": {"nodes": [38, 4], "edges": [9]}})
    group = page.page.get_by_role("group", name="Turn 1")
    assert await group.get_by_role("button").count() == 3
    assert await group.get_by_role("button", name="Spot 38 (node)").count() == 1
    assert await group.get_by_role("button", name="Spot 9 (edge)").count() == 1


@pytest.mark.parametrize("spots", [{}, {"nodes": [3, 38], "edges": [9]}, {"hexes": [4], "victims": [20]}])
async def test_axe_finds_nothing_grave(page: BoardPage, spots: dict[str, list[int]]) -> None:
    await page.set({**next(game_states(1)), "spots": spots})
    await check_accessibility(page.page, ".board")


async def test_tab_goes_through_the_spots_in_order_of_number(page: BoardPage) -> None:
    await page.set({**next(game_states(1)), "seats": [], "spots": {"nodes": [50, 4, 17, 0, 33]}})
    seen = []
    for _ in range(5):
        await page.page.keyboard.press("Tab")
        seen.append(await page.page.evaluate("document.activeElement.dataset.id"))
    assert seen == ["node-0", "node-4", "node-17", "node-33", "node-50"]


@pytest.mark.parametrize("spots", [{"nodes": range(54)}, {"edges": range(72)}, {"hexes": range(19)}])
async def test_arrows_reach_every_spot(page: BoardPage, spots: dict[str, range]) -> None:
    given = {kind: list(ids) for kind, ids in spots.items()}
    await page.set({**next(game_states(1)), "seats": [], "spots": given})
    links: dict[str, list[str]] = await page.page.evaluate(EDGES)
    reached, left = set[str](), [next(iter(links))]
    while left:
        spot = left.pop()
        if spot not in reached:
            reached.add(spot)
            left += links[spot]
    assert reached == set(links)
    assert len(links) == sum(map(len, given.values()))


async def test_keys_point_and_pick(page: BoardPage) -> None:
    state = {
        **next(game_states(1)),
        "seats": [],
        "spots": {"nodes": [16, 17]},
        "ghost": {"piece": "settlement", "seat": 2},
    }
    await page.set(state)
    await page.page.keyboard.press("Tab")
    assert await page.calls() == [["point", "node", 16]]
    assert await page.page.locator(".ghosts use").get_attribute("href") == "#settlement-2"
    await page.page.keyboard.press("ArrowRight")
    await page.page.keyboard.press("Enter")
    await page.page.keyboard.press("Space")
    await page.page.keyboard.press("ArrowUp")
    assert await page.calls() == [["point", "node", 17], ["pick", "node", 17], ["pick", "node", 17]]
    await page.page.evaluate("document.activeElement.blur()")
    assert await page.calls() == [["point", "node", None]]
    assert await page.page.locator(".ghosts use").count() == 0


async def test_used_keys_do_not_reach_the_page(page: BoardPage) -> None:
    await page.set({**next(game_states(1)), "spots": {"edges": [3, 40]}})
    await page.page.evaluate(
        "window.heard = []; document.addEventListener('keydown', (event) => heard.push(event.key))"
    )
    await page.page.keyboard.press("Tab")
    for key in ("Space", "ArrowDown", "Enter", "e", "Escape"):
        await page.page.keyboard.press(key)
    assert await page.page.evaluate("heard") == ["Tab", "e", "Escape"]


async def test_the_focus_goes_on_to_the_nearest_spot_when_its_own_is_taken(page: BoardPage) -> None:
    state = next(game_states(1))
    ends = state["layout"]["nodes"][20]["edges"]
    await page.set({**state, "spots": {"nodes": [20, 21, 22]}})
    await page.page.keyboard.press("Tab")
    # The server has to answer first: for a while there are no spots.
    await page.set({**state, "spots": {}})
    await page.set({**state, "spots": {"edges": [0, 71, *ends]}})
    assert await page.page.evaluate("document.activeElement.dataset.id") in {f"edge-{e}" for e in ends}


async def test_the_focus_stays_away_if_it_went_elsewhere(page: BoardPage) -> None:
    state = next(game_states(1))
    await page.page.evaluate("document.querySelector('.tall').append(document.createElement('input'))")
    await page.set({**state, "spots": {"nodes": [20]}})
    await page.page.keyboard.press("Tab")
    await page.set({**state, "spots": {}})
    await page.page.locator("input").focus()
    await page.set({**state, "spots": {"nodes": [21]}})
    assert await page.page.evaluate("document.activeElement.tagName") == "INPUT"


async def test_a_zoomed_board_follows_the_focus(page: BoardPage) -> None:
    await page.page.evaluate("still = true")
    await page.set({**next(game_states(1)), "seats": [], "spots": {"nodes": list(range(54))}})
    await page.page.evaluate("board.zoomTo({ nodes: [0] })")
    await page.page.keyboard.press("Tab")
    for _ in range(12):
        await page.page.keyboard.press("ArrowDown")
        node = int((await page.page.evaluate("document.activeElement.dataset.id")).removeprefix("node-"))
        x, y = await page.place("node", node)
        assert 0 < x < 648
        assert 0 < y < 510
    assert node > 47
    assert await page.page.evaluate("board.zoomed")


async def test_a_mouse_points_and_picks(page: BoardPage) -> None:
    state = {**next(game_states(1)), "seats": [], "ghost": {"piece": "road", "seat": 1}}
    await page.set({**state, "spots": {"edges": [10, 30]}})
    x, y = await page.place("edge", 30)
    await page.page.mouse.move(x + 4, y - 4)
    assert await page.calls() == [["point", "edge", 30]]
    assert await page.page.locator(".ghosts .road.s1").count() == 1
    await page.page.mouse.click(x + 4, y - 4)
    assert await page.picks() == [("edge", 30)]
    await page.page.mouse.move(x + 90, y + 90)
    assert await page.calls() == [["point", "edge", None]]
    await page.page.mouse.click(x + 90, y + 90)
    assert await page.calls() == []
    # As a screen reader presses, without a place.
    await page.page.locator("[data-id=edge-10]").dispatch_event("click")
    assert await page.picks() == [("edge", 10)]


async def test_a_road_in_any_direction_has_a_place_to_press(page: BoardPage) -> None:
    state = next(game_states(1))
    edges = state["layout"]["hexes"][9]["edges"]
    await page.set({**state, "seats": [], "spots": {"edges": edges}})
    for edge in edges:
        await page.page.get_by_role("button", name=f"Spot {edge} (edge)").click()
    assert await page.picks() == [("edge", edge) for edge in edges]


async def test_buildings_do_not_hide_who_may_be_robbed(page: BoardPage) -> None:
    state = list(game_states(3))[40]
    node = state["seats"][1]["settlements"][0]
    await page.set({**state, "spots": {"victims": [node]}})
    await page.page.get_by_role("button", name=f"Spot {node} (victim)").click()
    assert await page.picks() == [("victim", node)]


async def test_the_robber_goes_where_it_is_pointed(page: BoardPage) -> None:
    state = next(game_states(1))
    target = (state["robber"] + 4) % 19
    others = [hexagon for hexagon in range(19) if hexagon != state["robber"]]
    await page.set({**state, "spots": {"hexes": others}, "ghost": {"piece": "robber", "seat": 0}})
    await page.page.mouse.move(*await page.place("hex", target))
    hexes = page.page.locator(".hex.robbed")
    assert await hexes.evaluate_all("all => all.map((hex) => Number(hex.dataset.hex))") == sorted(
        [state["robber"], target]
    )
    assert await page.page.locator(".hex.was").get_attribute("data-hex") == str(state["robber"])
    assert await page.page.locator(".ghosts .robber").count() == 1


async def test_a_chosen_spot_shows_its_piece(page: BoardPage) -> None:
    state = {**next(game_states(1)), "seats": [], "ghost": {"piece": "settlement", "seat": 3}}
    await page.set({**state, "spots": {"nodes": [8, 9]}, "chosen": {"kind": "node", "id": 9}})
    transform = await page.page.locator(".ghosts use").get_attribute("transform")
    found = [float(part) for part in re.findall(r"-?[\d.]+", transform or "")]
    assert found[:2] == pytest.approx(node_place(9), abs=0.11)
    assert await page.page.locator(".spot.at").get_attribute("data-id") == "node-9"
    assert await page.calls() == []

"""The board in a real browser: what it draws, what it tells, and that it touches only what changed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from catanlab import Random
from playwright.async_api import Browser
from tests.browser.board_page import BoardPage
from tests.browser.board_states import edge_place, game_states, hex_place, node_place, with_spots

Open = Callable[..., Awaitable[BoardPage]]

DRAWN = """() => {
  const numbers = (text) => text.match(/-?\\d+(\\.\\d+)?/g).map(Number);
  const all = (selector) => [...board.element.querySelectorAll(selector)];
  return {
    buildings: all(".building").map((use) => {
      const [x, y] = numbers(use.getAttribute("transform"));
      return [use.getAttribute("href"), x, y];
    }),
    roads: all(".road:not(.ghost)").map((road) => {
      const [ax, ay, bx, by] = numbers(road.querySelector(".way").getAttribute("d"));
      return [road.classList[1], (ax + bx) / 2, (ay + by) / 2];
    }),
    robbers: all(".robber:not(.ghost)").map((use) => numbers(use.getAttribute("transform"))),
    robbed: all(".hex.robbed").map((hex) => numbers(hex.getAttribute("transform"))),
    hexes: all(".hex").map((hex) => [
      hex.querySelector(".ground").classList[1], hex.querySelector("text")?.textContent ?? "",
    ]),
    ports: all(".port").map((port) => [port.querySelector(".badge").classList[1], port.textContent]),
  };
}"""
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


@pytest.fixture
def opened(browser: Browser, loop: asyncio.AbstractEventLoop) -> Iterator[Open]:
    """Return what opens a page with a board; nothing may be complained about there."""
    pages: list[BoardPage] = []

    async def enter(**options: Any) -> BoardPage:
        page = await BoardPage.open(browser, **options)
        pages.append(page)
        return page

    yield enter

    async def close() -> None:
        for page in pages:
            await page.close()

    loop.run_until_complete(close())


def near(found: Any, place: tuple[float, float]) -> bool:
    """Say whether a point is a place, as far as it is rounded."""
    return max(abs(found[0] - place[0]), abs(found[1] - place[1])) < 0.11


def sorted_places(pieces: list[list[Any]]) -> list[tuple[str, int, int]]:
    """Return pieces with their places rounded, in an order of their own."""
    return sorted((name, round(x), round(y)) for name, x, y in pieces)


@pytest.mark.parametrize("seed", range(3))
async def test_every_piece_is_drawn_at_its_place(opened: Open, seed: int) -> None:
    page = await opened()
    for state in list(game_states(seed))[::7]:
        await page.set(state)
        drawn = await page.page.evaluate(DRAWN)
        buildings = [
            [f"#{kind}-{number}", *node_place(node)]
            for number, seat in enumerate(state["seats"])
            for kind, nodes in (("settlement", seat["settlements"]), ("city", seat["cities"]))
            for node in nodes
        ]
        roads = [
            [f"s{number}", *edge_place(edge)]
            for number, seat in enumerate(state["seats"])
            for edge in seat["roads"]
        ]
        assert sorted_places(drawn["buildings"]) == sorted_places(buildings)
        assert sorted_places(drawn["roads"]) == sorted_places(roads)
        ((x, y),) = drawn["robbers"]
        hx, hy = hex_place(state["robber"])
        assert (x - hx, y - hy) == pytest.approx(
            (-6 if state["layout"]["hexes"][state["robber"]]["number"] is None else -22, 12), abs=0.11
        )
        ((x, y),) = drawn["robbed"]
        assert near((x, y), (hx, hy))


async def test_the_land_is_that_of_the_layout(opened: Open) -> None:
    page = await opened()
    for seed in range(5):
        state = next(game_states(seed))
        await page.set(state)
        drawn = await page.page.evaluate(DRAWN)
        layout = state["layout"]
        assert drawn["hexes"] == [
            [hexagon["resource"] or "desert", str(hexagon["number"] or "")] for hexagon in layout["hexes"]
        ]
        assert drawn["ports"] == [
            [port["resource"] or "any", f"{port['ratio']}:1"] for port in layout["ports"]
        ]


@pytest.mark.parametrize("seed", range(3))
async def test_a_board_that_changed_equals_a_fresh_one(opened: Open, seed: int) -> None:
    page = await opened()
    random = Random(seed)
    states = [with_spots(state, random, step) for step, state in enumerate(game_states(seed))]
    # Back and forth, as in a replay, and on to another board.
    states += [states[-1], states[len(states) // 2], states[0], next(game_states(seed + 50)), states[-1]]
    differing = await page.page.evaluate(
        """(states) => states.flatMap((state, step) => {
          board.set(state);
          const fresh = new Board(options);
          fresh.set(state);
          return board.element.isEqualNode(fresh.element) ? [] : [step];
        })""",
        states,
    )
    assert differing == []


async def test_only_what_changed_is_touched(opened: Open) -> None:
    page = await opened()
    before = {**list(game_states(3))[60], "spots": {"nodes": [3, 5]}, "caption": "Turn 9"}
    paved = {edge for seat in before["seats"] for edge in seat["roads"]}
    edge = next(edge for edge in range(72) if edge not in paved)
    seats = [dict(seat) for seat in before["seats"]]
    seats[2]["roads"] = [*seats[2]["roads"], edge]
    await page.set(before)
    records = await page.page.evaluate(
        """async ([before, after]) => {
          const seen = [];
          const observer = new MutationObserver((records) => seen.push(...records));
          observer.observe(board.element,
            { subtree: true, childList: true, attributes: true, characterData: true });
          board.set(structuredClone(before));
          const same = observer.takeRecords().length;
          board.set(after);
          const more = observer.takeRecords();
          return [same, more.map((one) => [one.type, one.target.getAttribute("class"),
            [...one.addedNodes].map((node) => node.dataset.edge), one.removedNodes.length])];
        }""",
        [before, {**before, "seats": seats}],
    )
    assert records == [0, [["childList", "roads", [str(edge)], 0]]]


async def test_an_unknown_resource_or_empty_state_is_no_reason_to_fail(opened: Open) -> None:
    page = await opened()
    layout = next(game_states(1))["layout"]
    await page.set({"layout": layout})
    drawn = await page.page.evaluate(DRAWN)
    assert drawn["buildings"] == drawn["roads"] == drawn["robbers"] == []


async def test_a_board_is_a_picture_until_there_are_spots(opened: Open) -> None:
    page = await opened()
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


async def test_tab_goes_through_the_spots_in_order_of_number(opened: Open) -> None:
    page = await opened()
    await page.set({**next(game_states(1)), "seats": [], "spots": {"nodes": [50, 4, 17, 0, 33]}})
    seen = []
    for _ in range(5):
        await page.page.keyboard.press("Tab")
        seen.append(await page.page.evaluate("document.activeElement.dataset.id"))
    assert seen == ["node-0", "node-4", "node-17", "node-33", "node-50"]


@pytest.mark.parametrize("spots", [{"nodes": range(54)}, {"edges": range(72)}, {"hexes": range(19)}])
async def test_arrows_reach_every_spot(opened: Open, spots: dict[str, range]) -> None:
    page = await opened()
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


async def test_keys_point_and_pick(opened: Open) -> None:
    page = await opened()
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


async def test_used_keys_do_not_reach_the_page(opened: Open) -> None:
    page = await opened()
    await page.set({**next(game_states(1)), "spots": {"edges": [3, 40]}})
    await page.page.evaluate(
        "window.heard = []; document.addEventListener('keydown', (event) => heard.push(event.key))"
    )
    await page.page.keyboard.press("Tab")
    for key in ("Space", "ArrowDown", "Enter", "e", "Escape"):
        await page.page.keyboard.press(key)
    assert await page.page.evaluate("heard") == ["Tab", "e", "Escape"]


async def test_the_focus_goes_on_to_the_nearest_spot_when_its_own_is_taken(opened: Open) -> None:
    page = await opened()
    state = next(game_states(1))
    ends = state["layout"]["nodes"][20]["edges"]
    await page.set({**state, "spots": {"nodes": [20, 21, 22]}})
    await page.page.keyboard.press("Tab")
    # The server has to answer first: for a while there are no spots.
    await page.set({**state, "spots": {}})
    await page.set({**state, "spots": {"edges": [0, 71, *ends]}})
    assert await page.page.evaluate("document.activeElement.dataset.id") in {f"edge-{e}" for e in ends}


async def test_the_focus_stays_away_if_it_went_elsewhere(opened: Open) -> None:
    page = await opened()
    state = next(game_states(1))
    await page.page.evaluate("document.body.append(document.createElement('input'))")
    await page.set({**state, "spots": {"nodes": [20]}})
    await page.page.keyboard.press("Tab")
    await page.set({**state, "spots": {}})
    await page.page.locator("input").focus()
    await page.set({**state, "spots": {"nodes": [21]}})
    assert await page.page.evaluate("document.activeElement.tagName") == "INPUT"


async def test_a_mouse_points_and_picks(opened: Open) -> None:
    page = await opened()
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


async def test_buildings_do_not_hide_who_may_be_robbed(opened: Open) -> None:
    page = await opened()
    state = list(game_states(3))[40]
    node = state["seats"][1]["settlements"][0]
    await page.set({**state, "spots": {"victims": [node]}})
    await page.page.get_by_role("button", name=f"Spot {node} (victim)").click()
    assert await page.picks() == [("victim", node)]


async def test_the_robber_goes_where_it_is_pointed(opened: Open) -> None:
    page = await opened()
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


async def test_a_chosen_spot_shows_its_piece(opened: Open) -> None:
    page = await opened()
    state = {**next(game_states(1)), "seats": [], "ghost": {"piece": "settlement", "seat": 3}}
    await page.set({**state, "spots": {"nodes": [8, 9]}, "chosen": {"kind": "node", "id": 9}})
    transform = await page.page.locator(".ghosts use").get_attribute("transform")
    found = [float(part) for part in re.findall(r"-?[\d.]+", transform or "")]
    assert near(found, node_place(9))
    assert await page.page.locator(".spot.at").get_attribute("data-id") == "node-9"
    assert await page.calls() == []

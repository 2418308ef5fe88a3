"""What the board draws equals its state, and a change touches only what changed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.board.board_page import BoardPage
from tests.browser.board.board_states import edge_place, game_states, hex_place, node_place, with_spots

from catanlab import Random

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


def sorted_places(pieces: list[list[Any]]) -> list[tuple[str, int, int]]:
    """Return pieces with their places rounded, in an order of their own."""
    return sorted((name, round(x), round(y)) for name, x, y in pieces)


@pytest.mark.parametrize("seed", range(3))
async def test_every_piece_is_drawn_at_its_place(page: BoardPage, seed: int) -> None:
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
        assert (x, y) == pytest.approx((hx, hy), abs=0.11)


async def test_the_land_is_that_of_the_layout(page: BoardPage) -> None:
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
async def test_a_board_that_changed_equals_a_fresh_one(page: BoardPage, seed: int) -> None:
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


async def test_only_what_changed_is_touched(page: BoardPage) -> None:
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


async def test_an_unknown_resource_or_empty_state_is_no_reason_to_fail(page: BoardPage) -> None:
    layout = next(game_states(1))["layout"]
    await page.set({"layout": layout})
    drawn = await page.page.evaluate(DRAWN)
    assert drawn["buildings"] == drawn["roads"] == drawn["robbers"] == []

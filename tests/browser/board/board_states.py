"""States of the board from games of random moves, and where pieces lie by the grid of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from catanlab import Catan, Random, Rules
from catanlab.games.catan.grid import HEX_POINTS, NODE_POINTS, edge_nodes

SCALE = 60.0
State = dict[str, Any]


def node_place(node: int) -> tuple[float, float]:
    """Return where a node lies in the drawing."""
    x, y = NODE_POINTS[node]
    return x * SCALE, y * SCALE


def edge_place(edge: int) -> tuple[float, float]:
    """Return where the middle of an edge lies in the drawing."""
    (ax, ay), (bx, by) = map(node_place, edge_nodes(edge))
    return (ax + bx) / 2, (ay + by) / 2


def hex_place(hexagon: int) -> tuple[float, float]:
    """Return where the middle of a hex lies in the drawing."""
    x, y = HEX_POINTS[hexagon]
    return x * SCALE, y * SCALE


def game_states(seed: int, players: int = 4) -> Iterator[State]:
    """Yield the states of a game of random moves, one for each change that a board shows."""
    game = Catan(rules=Rules(players=players), seed=seed)
    layout = json.loads(game.board_json())
    state, random = game.start(), Random(seed)
    shown: State | None = None
    while not state.is_over:
        drawn = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        state = state.apply(drawn)
        position = state.position
        seats = [
            {
                "settlements": _bits(seat.settlements),
                "cities": _bits(seat.cities),
                "roads": _bits(seat.roads),
            }
            for seat in position.seats
        ]
        now = {"layout": layout, "robber": position.robber, "seats": seats, "caption": f"Turn {state.turn}"}
        if shown is None or (shown["robber"], shown["seats"]) != (now["robber"], now["seats"]):
            shown = now
            yield now


def with_spots(state: State, random: Random, step: int) -> State:
    """Return a state with places to choose from, drawn at random, of another kind at each step."""
    free = [node for node in range(54) if not any(node in _buildings(seat) for seat in state["seats"])]
    built = [node for seat in state["seats"] for node in seat["settlements"]]
    paved = {edge for seat in state["seats"] for edge in seat["roads"]}
    kinds: list[tuple[State, str, list[Any]]] = [
        ({}, "", []),
        ({"nodes": _some(free, random)}, "settlement", ["node"]),
        ({"edges": _some([edge for edge in range(72) if edge not in paved], random)}, "road", ["edge"]),
        ({"nodes": _some(built, random)}, "city", ["node"]),
        ({"hexes": _some(list(range(19)), random), "victims": _some(built, random)}, "robber", ["hex"]),
    ]
    spots, piece, kind = kinds[step % len(kinds)]
    found = dict(state, spots=spots, ghost={"piece": piece, "seat": step % 4} if piece else None)
    places: list[int] = next(iter(spots.values()), [])
    if places and step % 3:
        found["chosen"] = {"kind": kind[0], "id": places[step % len(places)]}
    if step % 4:
        found["last"] = {"kind": ("node", "edge", "hex")[step % 3], "id": step % 19}
    return found


def _some(places: list[int], random: Random) -> list[int]:
    return [place for place in places if random.below(2)]


def _buildings(seat: State) -> list[int]:
    return [*seat["settlements"], *seat["cities"]]


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]

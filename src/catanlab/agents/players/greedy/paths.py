"""The spots for a settlement within reach, and the shortest way to Longest Road."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.agents.base.situation import Situation
from catanlab.framework.random import Random
from catanlab.games.catan.constants import LONGEST_ROAD_MINIMUM
from catanlab.games.catan.engine.arrange import set_free_roads
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import members
from catanlab.games.catan.view.view import CatanView

REACH = 3
"""How many new roads to look ahead."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A node where a settlement could stand, and the roads still to be built to it, in order."""

    node: int
    roads: tuple[int, ...]


def spots(situation: Situation, reach: int = REACH) -> list[Spot]:
    """Return the open nodes within reach of this many new roads, the nearest first."""
    others = situation.occupied_nodes & ~situation.mine
    ways = situation.board_values.ways
    start = situation.road_nodes | situation.mine
    seen = start
    ring: list[tuple[int, tuple[int, ...]]] = [(node, ()) for node in members(start)]
    found = []
    while ring:
        next_ring = []
        for node, roads in ring:
            if not situation.blocked_nodes >> node & 1:
                found.append(Spot(node, roads))
            if others >> node & 1 or len(roads) == reach:
                continue
            for edge, other in ways[node]:
                if not (situation.occupied_edges >> edge | seen >> other) & 1:
                    seen |= 1 << other
                    next_ring.append((other, (*roads, edge)))
        ring = next_ring
    return found


def way_to_longest_road(view: CatanView, situation: Situation) -> tuple[int, ...] | None:
    """Return the fewest roads, at most REACH, that bring me Longest Road; None if there are none.

    Roads are tried in a state sampled from the view, in which they are free: roads are public, so every
    sample gives the same result.
    """
    me = situation.me
    if situation.longest_road == me:
        return None
    best = max(length for seat, length in enumerate(situation.road_lengths) if seat != me)
    goal = max(LONGEST_ROAD_MINIMUM, 0 if situation.longest_road is None else best + 1)
    lacking = goal - situation.road_lengths[me]
    if lacking > REACH or situation.roads_left < 1:
        return None
    state = view.sample(Random(0, "search"))
    set_free_roads(state, me, REACH)
    for depth in range(max(1, lacking), min(REACH, situation.roads_left) + 1):
        way = _search(state, me, depth)
        if way:
            return way
    return None


def _search(state: CatanState, me: int, depth: int) -> tuple[int, ...] | None:
    """Return at most `depth` roads that bring Longest Road, each lengthening mine; None if none do."""
    length = state.position.seats[me].road_length
    for move in state.legal_moves:
        edge = CatanMove.of(move).edge
        if edge is None:
            continue
        after = state.copy().apply(move)
        position = after.position
        if position.longest_road == me:
            return (edge,)
        if depth > 1 and position.seats[me].road_length > length and not after.is_over:
            rest = _search(after, me, depth - 1)
            if rest:
                return (edge, *rest)
    return None

"""The set-up by a fixed taste for resources, and for sixes and eights."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.games.catan.constants import DESERT, RESOURCES

Taste = tuple[float, float, float, float, float]
"""What a pip of wood, clay, sheep, wheat and ore counts."""

LIKED = 2.0
"""What a hex with a six or an eight counts beyond its pips."""
NEW = 3.0
"""What a resource counts, by the taste for it, that none of my other settlements brings."""
_SIX_OR_EIGHT = 5


def rate_place(board_values: BoardValues, node: int, taste: Taste, rates: Sequence[float]) -> float:
    """Return how good a node is for a settlement of the set-up beside what comes in at these rates.

    A pip is one of the 36 throws of two dice: an 8 has five, a 2 has one.
    """
    total = 0.0
    for hexagon in board_values.hexes_at[node]:
        resource, pips = board_values.hex_resources[hexagon], pips_of(board_values, hexagon)
        if resource != DESERT:
            total += taste[resource] * pips + (LIKED if pips == _SIX_OR_EIGHT else 0.0)
    for resource in kinds_at(board_values, node):
        if not rates[resource]:
            total += NEW * taste[resource]
    return total


def rate_way(situation: Situation, edge: int, taste: Taste) -> float:
    """Return how good the best open node is that lies right behind the end of a road of the set-up."""
    board_values = situation.board_values
    start = situation.last_node
    (end,) = (node for node in board_values.ends[edge] if node != start)
    return max(
        (
            rate_place(board_values, node, taste, situation.rates)
            for _, node in board_values.ways[end]
            if node != start and not situation.blocked_nodes >> node & 1
        ),
        default=0.0,
    )


def kinds_at(board_values: BoardValues, node: int) -> list[int]:
    """Return the resources that a node brings, each once."""
    return [resource for resource, rate in enumerate(board_values.yields[node]) if rate]


def pips_of(board_values: BoardValues, hexagon: int) -> int:
    """Return in how many of the 36 throws a hex brings something."""
    return round(36 * board_values.hex_rates[hexagon])


def describe_place(board_values: BoardValues, node: int) -> str:
    """Return what a node borders, in words: `sheep, wheat and ore, with a 6 or 8 on 2 hexes`."""
    names = [RESOURCES[resource] for resource in kinds_at(board_values, node)] or ["nothing"]
    text = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    liked = sum(pips_of(board_values, hexagon) == _SIX_OR_EIGHT for hexagon in board_values.hexes_at[node])
    where = "one hex" if liked == 1 else f"{liked} hexes"
    return f"{text}, with a 6 or 8 on {where}" if liked else text

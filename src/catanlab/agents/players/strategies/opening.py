"""The set-up by fixed weights of the resources, and of sixes and eights."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.games.catan.constants import DESERT, RESOURCES

Taste = tuple[float, float, float, float, float]
"""The weight of a pip of wood, clay, sheep, wheat and ore."""

SIX_OR_EIGHT_BONUS = 2.0
"""Added for a hex with a six or an eight."""
NEW_RESOURCE_BONUS = 3.0
"""Added, times the weight, for a resource that none of my other settlements brings."""
_SIX_OR_EIGHT_PIPS = 5


def rate_place(board_values: BoardValues, node: int, taste: Taste, rates: Sequence[float]) -> float:
    """Return the value of a node for a settlement of the set-up, given the present production.

    A pip is one of the 36 throws of two dice: an 8 has five, a 2 has one.
    """
    total = 0.0
    for hexagon in board_values.hexes_at[node]:
        resource, pips = board_values.hex_resources[hexagon], pips_of(board_values, hexagon)
        if resource != DESERT:
            total += taste[resource] * pips + (SIX_OR_EIGHT_BONUS if pips == _SIX_OR_EIGHT_PIPS else 0.0)
    for resource in kinds_at(board_values, node):
        if not rates[resource]:
            total += NEW_RESOURCE_BONUS * taste[resource]
    return total


def rate_way(situation: Situation, edge: int, taste: Taste) -> float:
    """Return the value of the best open node one edge beyond the end of a road of the set-up."""
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
    """Return in how many of the 36 throws of two dice a hex produces."""
    return round(36 * board_values.hex_rates[hexagon])


def describe_place(board_values: BoardValues, node: int) -> str:
    """Return what a node borders, in words: `sheep, wheat and ore, with a 6 or 8 on 2 hexes`."""
    names = [RESOURCES[resource] for resource in kinds_at(board_values, node)] or ["nothing"]
    text = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    hexes = board_values.hexes_at[node]
    liked = sum(pips_of(board_values, hexagon) == _SIX_OR_EIGHT_PIPS for hexagon in hexes)
    where = "one hex" if liked == 1 else f"{liked} hexes"
    return f"{text}, with a 6 or 8 on {where}" if liked else text

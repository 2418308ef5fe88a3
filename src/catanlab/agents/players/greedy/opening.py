"""The set-up: where the first two settlements and their roads go."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.worth import growth

PROSPECT = 0.15
"""The weight of the best spot for a later settlement, relative to the node itself."""


def rate_start(situation: Situation, node: int) -> float:
    """Return the value of a node in the set-up: its gain, and that of the best spot two roads away."""
    board_values = situation.board_values
    after = situation.blocked_nodes | 1 << node
    for _, other in board_values.ways[node]:
        after |= 1 << other
    best = max(
        (
            growth(board_values, n, situation.rates, situation.ratios)
            for n in _next(board_values, node, after)
        ),
        default=0.0,
    )
    return growth(board_values, node, situation.rates, situation.ratios) + PROSPECT * best


def rate_road(situation: Situation, edge: int) -> float:
    """Return the value of a road: the gains of the open nodes at its ends and one edge further."""
    board_values = situation.board_values
    near = set(board_values.ends[edge])
    nodes = near | {other for node in near for _, other in board_values.ways[node]}
    gains = [
        growth(board_values, node, situation.rates, situation.ratios)
        for node in sorted(nodes)
        if not situation.blocked_nodes >> node & 1
    ]
    return max(gains, default=0.0) + 0.1 * sum(gains)


def _next(board_values: BoardValues, node: int, closed: int) -> Sequence[int]:
    """Return the open nodes two roads away."""
    return [
        far
        for _, near in board_values.ways[node]
        for _, far in board_values.ways[near]
        if far != node and not closed >> far & 1
    ]

"""The set-up: where the first two settlements and their roads go."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.board_values import Land
from catanlab.agents.base.situation import Reading
from catanlab.agents.players.greedy.worth import growth

PROSPECT = 0.15
"""How much the best spot for a later settlement counts beside the one that is built now."""


def rate_start(reading: Reading, node: int) -> float:
    """Return how good a settlement of the set-up is: what it adds, and what could follow near by."""
    land = reading.land
    after = reading.closed | 1 << node
    for _, other in land.ways[node]:
        after |= 1 << other
    best = max(
        (growth(land, n, reading.rates, reading.ratios) for n in _next(land, node, after)), default=0.0
    )
    return growth(land, node, reading.rates, reading.ratios) + PROSPECT * best


def rate_road(reading: Reading, edge: int) -> float:
    """Return how good the spots are to which a road leads, at its ends and right beyond."""
    land = reading.land
    near = set(land.ends[edge])
    nodes = near | {other for node in near for _, other in land.ways[node]}
    gains = [
        growth(land, node, reading.rates, reading.ratios)
        for node in sorted(nodes)
        if not reading.closed >> node & 1
    ]
    return max(gains, default=0.0) + 0.1 * sum(gains)


def _next(land: Land, node: int, closed: int) -> Sequence[int]:
    """Return the open nodes two roads away."""
    return [
        far
        for _, near in land.ways[node]
        for _, far in land.ways[near]
        if far != node and not closed >> far & 1
    ]

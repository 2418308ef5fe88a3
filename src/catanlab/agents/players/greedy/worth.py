"""The value of production: cards per roll, variety, and ports."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.board_values import BoardValues
from catanlab.games.catan.constants import ANY_PORT

RESOURCE_WEIGHTS = (0.95, 0.95, 0.85, 1.1, 1.05)
"""The weight of each resource; everything but a road costs wheat."""
SAME_RESOURCE_EXPONENT = 0.7
"""The exponent of the cards of one resource: the smaller, the more variety is rewarded."""
BANK_TRADE_WEIGHT = 1.5
"""The weight of a card that is traded to the bank, at a ratio of one to one."""


def worth(rates: Sequence[float], ratios: Sequence[int]) -> float:
    """Return the value of these cards per roll: variety is rewarded.

    >>> worth((0.2, 0.2, 0, 0, 0), (4,) * 5) > worth((0.4, 0, 0, 0, 0), (4,) * 5)
    True
    """
    total = 0.0
    for weight, rate, ratio in zip(RESOURCE_WEIGHTS, rates, ratios, strict=True):
        total += weight * rate**SAME_RESOURCE_EXPONENT + BANK_TRADE_WEIGHT * rate / ratio
    return total


def growth(board_values: BoardValues, node: int, rates: Sequence[float], ratios: Sequence[int]) -> float:
    """Return how much another building at the node adds to the value of production."""
    port = board_values.ports[node]
    total = 0.0
    for resource, more in enumerate(board_values.yields[node]):
        rate, ratio = rates[resource], ratios[resource]
        better = ratio
        if port == resource:
            better = 2
        elif port == ANY_PORT and ratio > 3:
            better = 3
        if more:
            total += RESOURCE_WEIGHTS[resource] * (
                (rate + more) ** SAME_RESOURCE_EXPONENT - rate**SAME_RESOURCE_EXPONENT
            )
        if more or better != ratio:
            total += BANK_TRADE_WEIGHT * ((rate + more) / better - rate / ratio)
    return total

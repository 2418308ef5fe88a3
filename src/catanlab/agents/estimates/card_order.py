"""Resources by scarcity: the order in which cards are given away, asked for and discarded."""

from __future__ import annotations

from catanlab.agents.estimates.income import Income
from catanlab.games.catan import constants as c

ORDER = (c.CLAY, c.ORE, c.SHEEP, c.WHEAT, c.WOOD)
"""The order of resources in JSettlers; the first wins ties."""
ROLLS_WITHOUT_PRODUCTION = 55555
"""The rolls for a resource that is not produced."""


def rolls_each(income: Income) -> list[int]:
    """Return the rolls that a card of wood, clay, sheep, wheat and ore takes.

    >>> rolls_each(Income.of({"wood": (6,), "ore": (5, 9)}))
    [7, 55555, 55555, 55555, 5]
    """
    return [ROLLS_WITHOUT_PRODUCTION if rolls is None else rolls for rolls in income.frequencies]


def easiest_first(income: Income) -> list[int]:
    """Return the resources, those that take the fewest rolls first."""
    rolls = rolls_each(income)
    return sorted(ORDER, key=lambda resource: rolls[resource])


def hardest_first(income: Income) -> list[int]:
    """Return the resources, those that take the most rolls first."""
    rolls = rolls_each(income)
    return sorted(ORDER, key=lambda resource: -rolls[resource])

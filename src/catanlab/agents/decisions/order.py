"""Resources by how hard they come: the order in which cards are given away, asked for and discarded."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.agents.planner.income import Income
from catanlab.games.catan import constants as c

ORDER = (c.CLAY, c.ORE, c.SHEEP, c.WHEAT, c.WOOD)
"""How JSettlers goes through the resources; what comes first wins ties."""
NEVER = 55555
"""The rolls for a card of a resource that is not produced."""


def rolls_each(income: Income) -> list[int]:
    """Return the rolls that a card of wood, clay, sheep, wheat and ore takes.

    >>> rolls_each(Income.of({"wood": (6,), "ore": (5, 9)}))
    [7, 55555, 55555, 55555, 5]
    """
    return [NEVER if rolls is None else rolls for rolls in income.frequencies]


def easiest_first(income: Income) -> list[int]:
    """Return the resources, those that come soonest first."""
    rolls = rolls_each(income)
    return sorted(ORDER, key=lambda resource: rolls[resource])


def hardest_first(income: Income) -> list[int]:
    """Return the resources, those that take the most rolls first."""
    rolls = rolls_each(income)
    return sorted(ORDER, key=lambda resource: -rolls[resource])


def table_order(keys: Iterable[int]) -> list[int]:
    """Return whole numbers in the order in which a hash table of Java yields them, once all are put in.

    By this the robots decide between equals: a table of 11 places, the last first, that is made anew with
    twice as many and one more before it is three quarters full.

    >>> table_order([0xA9, 0xCB, 0xC7])
    [203, 169, 199]
    >>> table_order(range(20, 30))
    [22, 21, 20, 29, 28, 27, 26, 25, 24, 23]
    """
    places: list[list[int]] = [[] for _ in range(11)]
    for count, key in enumerate(keys):
        if count >= len(places) * 3 // 4:
            older, places = places, [[] for _ in range(2 * len(places) + 1)]
            for chain in reversed(older):
                for each in chain:
                    places[each % len(places)].insert(0, each)
        places[key % len(places)].insert(0, key)
    return [key for chain in reversed(places) for key in chain]

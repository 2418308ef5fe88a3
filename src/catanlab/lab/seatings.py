"""Who plays whom, and in which seats: line-ups of agents, and the seatings that a block plays."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TypeAlias

Seating: TypeAlias = tuple[int, ...]
"""The number of the agent in each seat."""


def round_robin(agents: int, seats: int) -> tuple[Seating, ...]:
    """Return every line-up of different agents.

    >>> round_robin(4, 3)
    ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    """
    return tuple(combinations(range(agents), seats))


def gauntlet(opponents: int, seats: int) -> tuple[Seating, ...]:
    """Return the line-ups of agent 0 against a table full of each opponent, 1 and on.

    >>> gauntlet(2, 4)
    ((0, 1, 1, 1), (0, 2, 2, 2))
    """
    return tuple((0, *[opponent] * (seats - 1)) for opponent in range(1, opponents + 1))


def seatings(lineup: Seating) -> tuple[Seating, ...]:
    """Return the seatings of a line-up that a block plays: all rotations; if agents repeat, all seatings.

    >>> seatings((0, 1, 2))
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    >>> seatings((0, 1, 1))
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    if len(set(lineup)) < len(lineup):
        return tuple(sorted(set(permutations(lineup))))
    return tuple(lineup[first:] + lineup[:first] for first in range(len(lineup)))

"""The final choice: which move is made when the search is over.

Only the last two look at an exploration score; the search makes them itself, in its first tree.

robust      the most visited (Chaslot et al. 2008)
max         the highest value
robust-max  both at once; while there is none the search goes on for a while, then robust
secure      the highest lower bound, value - A / sqrt(visits); Roelofs prints a plus, an option
selection   the highest score of the tree policy among the moves that were tried, as Panousis describes it
sample      one more choice of the tree policy, as Tuma prints it
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Protocol, TypeVar


class Counted(Protocol):
    """The numbers that the final choice compares."""

    @property
    def visits(self) -> int:
        """Simulations through it."""

    @property
    def value(self) -> float:
        """Its value to the seat that chooses."""


Choice = TypeVar("Choice", bound=Counted)


def choose_final(
    choices: Sequence[Choice], name: str, secure_weight: float = 1.0, secure_sign: str = "minus"
) -> Choice:
    """Return the choice that is made; among equals the more visited, then the one of greater value."""
    if name == "max":
        return max(choices, key=lambda one: (_value(one), one.visits))
    if name == "secure":
        weight = -secure_weight if secure_sign == "minus" else secure_weight
        return max(choices, key=lambda one: (_bound(one, weight), one.visits))
    both = robust_max(choices) if name == "robust-max" else None
    return both or max(choices, key=lambda one: (one.visits, one.value))


def robust_max(choices: Sequence[Choice]) -> Choice | None:
    """Return the choice with both the most visits and the highest value, or None."""
    visits = max(one.visits for one in choices)
    value = max(_value(one) for one in choices)
    for one in choices:
        if one.visits == visits and _value(one) == value:
            return one
    return None


def _value(one: Counted) -> float:
    return one.value if one.visits else -inf


def _bound(one: Counted, weight: float) -> float:
    return one.value + weight / sqrt(one.visits) if one.visits else -inf

"""Agents that can say what a hand of cards is worth to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from catanlab.agents.base.situation import Situation
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.view.view import CatanView

HandValue = Callable[[Counts], float]
"""The value of a hand as a part of the value of the present one, which is 1."""

CARD_WORTH = 0.02
"""The value of a card that no aim asks for."""
OVER_LIMIT = 0.4
"""The part of that value for each card above the limit that a seven leaves."""


@runtime_checkable
class Appraiser(Protocol):
    """An agent that can say what a hand is worth to it."""

    def appraise(self, view: CatanView, situation: Situation) -> HandValue:
        """Return the value of hands in a position."""
        ...


def spare_worth(hand: Counts, hand_limit: int) -> float:
    """Return the value of the number of cards in a hand.

    >>> round(spare_worth((1, 1, 0, 0, 0), 7), 3), round(spare_worth((4, 5, 0, 0, 0), 7), 3)
    (0.04, 0.156)
    """
    size = sum(hand)
    over = max(0, size - hand_limit)
    return CARD_WORTH * (size - over + OVER_LIMIT * over)

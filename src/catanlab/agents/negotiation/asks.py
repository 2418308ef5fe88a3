"""The deals of a haggler: for each bundle it could give, the ask that is grown card by card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from catanlab.agents.base.appraiser import HandValue
from catanlab.agents.base.card_counts import counts, exchanged, one, pair
from catanlab.games.catan.moves import Counts, Deal

MAX_ASKED = 8
"""The most cards that one offer asks for."""

Chance = Callable[[Deal], float]
"""The probability that a deal, given from the own side, is accepted."""


class Ask(NamedTuple):
    """A deal from the own side, how likely it is taken, and what it is then worth."""

    deal: Deal
    chance: float
    gain: float

    @property
    def expected(self) -> float:
        """The gain to be expected from proposing it."""
        return self.chance * self.gain


def bundles(hand: Counts) -> Iterator[Counts]:
    """Yield what could be given: one card of each resource, then two of the same or of two resources.

    >>> list(bundles((2, 0, 0, 0, 1)))
    [(1, 0, 0, 0, 0), (0, 0, 0, 0, 1), (2, 0, 0, 0, 0), (1, 0, 0, 0, 1)]
    """
    held = [resource for resource in range(5) if hand[resource]]
    for resource in held:
        yield one(resource)
    for place, first in enumerate(held):
        for second in held[place:]:
            if first != second or hand[first] > 1:
                yield pair(first, second)


def grow(give: Counts, most: Counts, hand: Counts, value: HandValue, chance: Chance) -> Iterator[Ask]:
    """Yield an ask for a bundle, and each larger one by a card, while the expected gain grows.

    `most` has the cards that the partner may hold at most. Each step adds the card with which the expected
    gain is highest.
    """
    ask: Counts = (0, 0, 0, 0, 0)
    best = 0.0
    for _ in range(MAX_ASKED):
        step: Ask | None = None
        for resource in range(5):
            if give[resource] or ask[resource] >= most[resource]:
                continue
            asked = counts(n + (r == resource) for r, n in enumerate(ask))
            deal = Deal(give, asked)
            gain = value(exchanged(hand, asked, give)) - 1.0
            # The first card must be taken on its own; a gain may need several.
            if ask != (0, 0, 0, 0, 0) and gain <= best:
                continue
            candidate = Ask(deal, chance(deal), gain)
            if candidate.chance > 0.0 and (step is None or candidate.expected > step.expected):
                step = candidate
        if step is None or (step.expected <= best and best > 0.0):
            return
        if step.gain > 0.0:
            yield step
            best = step.expected
        ask = step.deal.get

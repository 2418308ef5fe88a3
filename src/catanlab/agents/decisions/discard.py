"""Discarding after a seven: what the aim does not need goes first, all cards decided at once."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.choice import Choice, placed
from catanlab.agents.decisions.needs import need_of
from catanlab.agents.decisions.order import easiest_first, hardest_first
from catanlab.agents.pace import spare
from catanlab.agents.planner.aim import Aim
from catanlab.agents.planner.income import Income
from catanlab.agents.reading import Counts, Reading
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c


class Discarding:
    """Decides what to discard and hands it over card by card, whatever the aim is in between.

    JSettlers begins with the cards that are the hardest to get; without `rarest_first` the easiest go
    first. With `whole` the roads of the aim are kept for too.
    """

    def __init__(self, *, rarest_first: bool = True, whole: bool = False) -> None:
        self.rarest_first = rarest_first
        self.whole = whole
        self._cards: list[int] = []
        self._hand: Counts | None = None
        self._reason = ""

    def discard(self, reading: Reading, income: Income, aim: Aim | None, random: Random) -> Choice:
        """Discard one card; the first of a set decides on all of them."""
        if reading.hand != self._hand or reading.discards_left != len(self._cards):
            self._decide(reading, income, aim, random)
        card = self._cards.pop(0)
        hand = list(reading.hand)
        hand[card] -= 1
        self._hand = (hand[0], hand[1], hand[2], hand[3], hand[4])
        return Choice(placed(c.DISCARD, card), self._reason)

    def _decide(self, reading: Reading, income: Income, aim: Aim | None, random: Random) -> None:
        if aim is None:
            self._cards = random_discards(reading.hand, reading.discards_left, random)
            self._reason = "I have no plan that it could serve"
            return
        order = hardest_first(income) if self.rarest_first else easiest_first(income)
        need = need_of(aim, whole=self.whole)
        self._cards = discards(reading.hand, reading.discards_left, need, order)
        self._reason = f"the other cards are better kept for {aim.text}"


def discards(hand: Counts, count: int, need: Counts, order: Sequence[int]) -> list[int]:
    """Return so many cards of a hand, those left over first and then those needed, sorted by resource.

    >>> discards((3, 0, 2, 1, 2), 4, (0, 0, 0, 2, 3), order=(1, 4, 2, 3, 0))
    [0, 0, 2, 2]
    """
    left = spare(need, hand)
    kept = [held - free for held, free in zip(hand, left, strict=True)]
    given = [resource for part in (left, kept) for resource in order for _ in range(part[resource])]
    return sorted(given[:count])


def random_discards(hand: Counts, count: int, random: Random) -> list[int]:
    """Return so many cards of a hand drawn by chance, sorted by resource."""
    cards = [resource for resource in range(5) for _ in range(hand[resource])]
    return sorted(cards.pop(random.below(len(cards))) for _ in range(count))

"""Discarding after a seven: what the aim does not need goes first, all cards decided at once."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.replay import observers
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.decisions.needs import need_of
from catanlab.agents.estimates.card_order import easiest_first, hardest_first
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.quick_build_time import spare
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


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

    def is_under_way(self, situation: Situation) -> bool:
        """Say whether this hand is what was left after the last card of a set."""
        return situation.hand == self._hand and situation.discards_left == len(self._cards)

    def begin(self, situation: Situation, income: Income, aim: Aim, given: Sequence[int] = ()) -> None:
        """Decide on a whole set, as its first card is asked for; some cards of it may be given already."""
        order = hardest_first(income) if self.rarest_first else easiest_first(income)
        need = need_of(aim, whole=self.whole)
        self._cards = discards(situation.hand, situation.discards_left, need, order)
        self._reason = f"the other cards are better kept for {aim.text}"
        self._hand = situation.hand
        for card in given:
            self._give(card)

    def discard(self, situation: Situation, income: Income, aim: Aim | None, random: Random) -> Choice:
        """Discard one card; the first of a set decides on all of them, unless there is no aim to serve."""
        if not self.is_under_way(situation):
            if aim is None:
                card = random_card(situation.hand, random)
                return Choice(CatanMove.make(c.DISCARD, card), "I have no plan that it could serve")
            self.begin(situation, income, aim)
        card = self._cards[0]
        self._give(card)
        return Choice(CatanMove.make(c.DISCARD, card), self._reason)

    def _give(self, card: int) -> None:
        assert self._hand is not None
        if card in self._cards:
            self._cards.remove(card)
        hand = list(self._hand)
        hand[card] -= 1
        self._hand = (hand[0], hand[1], hand[2], hand[3], hand[4])


def first_asked(view: CatanView) -> CatanView:
    """Return what the seat saw when it was asked for the first card of the set that it discards now.

    It is computed from the log, for whoever takes a game up in the middle; where the log lacks it,
    it is what the seat sees now.
    """
    log = view.log
    since = len(log)
    while since and log[since - 1].kind == c.DISCARD:
        since -= 1
    if since == len(log):
        return view
    for place, observer in enumerate(observers(view)):
        if place >= since:
            seen: CatanView = observer.view()
            if seen.to_move == view.seat:
                return seen
    return view


def discards(hand: Counts, count: int, need: Counts, order: Sequence[int]) -> list[int]:
    """Return so many cards of a hand, those left over first and then those needed, sorted by resource.

    >>> discards((3, 0, 2, 1, 2), 4, (0, 0, 0, 2, 3), order=(1, 4, 2, 3, 0))
    [0, 0, 2, 2]
    """
    left = spare(need, hand)
    kept = [held - free for held, free in zip(hand, left, strict=True)]
    given = [resource for part in (left, kept) for resource in order for _ in range(part[resource])]
    return sorted(given[:count])


def random_card(hand: Counts, random: Random) -> int:
    """Return the resource of a card drawn from a hand by chance."""
    cards = [resource for resource in range(5) for _ in range(hand[resource])]
    return cards[random.below(len(cards))]

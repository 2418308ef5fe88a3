"""Discarding after a seven: cards that the aim does not need go first; all cards are chosen at once."""

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
    """Chooses all cards to discard at the first one, and gives them one by one even if the aim changes.

    JSettlers begins with the cards that are hardest to get; without `rarest_first` the easiest go first.
    With `whole` the cards for the roads of the aim are kept too.
    """

    def __init__(self, *, rarest_first: bool = True, whole: bool = False) -> None:
        self.rarest_first = rarest_first
        self.whole = whole
        self._cards: list[int] = []
        self._hand: Counts | None = None
        self._reason = ""

    def is_under_way(self, situation: Situation) -> bool:
        """Return whether this hand is the one left after the last card that was discarded."""
        return situation.hand == self._hand and situation.discards_left == len(self._cards)

    def begin(self, situation: Situation, income: Income, aim: Aim, given: Sequence[int] = ()) -> None:
        """Choose all cards, as when the first is asked for; some may have been discarded already."""
        order = hardest_first(income) if self.rarest_first else easiest_first(income)
        need = need_of(aim, whole=self.whole)
        self._cards = discards(situation.hand, situation.discards_left, need, order)
        self._reason = f"the other cards are better kept for {aim.text}"
        self._hand = situation.hand
        for card in given:
            self._give(card)

    def discard(self, situation: Situation, income: Income, aim: Aim | None, random: Random) -> Choice:
        """Discard one card. At the first all are chosen; without an aim a random card goes each time."""
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
    """Return the view of the seat when it was asked for the first of the cards that it discards now.

    An agent that takes over a seat in the middle of a discard needs it. It is replayed from the log; if the
    log cannot be replayed, it is the present view.
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
            if seen.mover(log[place]) == view.seat:
                return seen.as_decider()
    return view


def discards(hand: Counts, count: int, need: Counts, order: Sequence[int]) -> list[int]:
    """Return the cards to discard from a hand: those left over first, then needed ones; sorted by resource.

    >>> discards((3, 0, 2, 1, 2), 4, (0, 0, 0, 2, 3), order=(1, 4, 2, 3, 0))
    [0, 0, 2, 2]
    """
    left = spare(need, hand)
    kept = [held - free for held, free in zip(hand, left, strict=True)]
    given = [resource for part in (left, kept) for resource in order for _ in range(part[resource])]
    return sorted(given[:count])


def random_card(hand: Counts, random: Random) -> int:
    """Return the resource of a random card of a hand."""
    cards = [resource for resource in range(5) for _ in range(hand[resource])]
    return cards[random.below(len(cards))]

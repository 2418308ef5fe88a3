"""Panousis' negotiator: offers fewer cards than the bank asks for, and never helps a seat to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from catanlab.agents.base.aim import COSTS, Kind
from catanlab.agents.base.card_counts import NO_CARDS, exchanged, one
from catanlab.agents.base.situation import Counts
from catanlab.agents.negotiation.batna import Batna, MostOffers
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.framework.arguments import whole_number
from catanlab.games.catan.moves import Deal, cards_text


class Panousis(Batna):
    """Offers spare cards for what it lacks, below the price of the bank, to all who are not about to win.

    A seat that lacks at most `near` points gets no cards with which it could score. There are no
    counter-offers. Raises ArgumentError for an option that is not allowed.
    """

    name = "panousis"
    summary = "Panousis: below the price of the bank, to all whom it does not help to win"

    def __init__(
        self,
        *,
        near: Annotated[int, "a seat this many points from winning gets nothing to build with"] = 1,
        most_offers: MostOffers = 1,
    ) -> None:
        super().__init__(threshold=0, counters=False, most_offers=most_offers)
        self.near = whole_number("near", near, 0, 20)

    def proposals(self, outlook: Outlook, wanted: Sequence[int]) -> Iterator[Deal]:
        """Yield deals of spare cards for each lacking one, one card first, up to the price of the bank."""
        me, situation = outlook.me, outlook.situation
        need, ease = outlook.need(me), outlook.ease(me)
        spare = [max(0, situation.hand[r] - need[r]) for r in range(5)]
        for get in wanted:
            for count in range(1, 4):
                for give in sorted(range(5), key=lambda r: ease[r]):
                    if give != get and spare[give] >= count < situation.ratios[give]:
                        yield Deal(one(give, count), one(get))

    def addressees(self, outlook: Outlook, deal: Deal) -> list[int]:
        """Return all seats that may hold what is asked for and are not helped to win."""
        return self.sellers(outlook, deal)

    def objection(self, outlook: Outlook, seat: int, deal: Deal) -> str | None:
        """Return why a seat must not get the cards of a deal, or None if it may."""
        if self._helps(outlook, seat, deal.give):
            return f"seat {seat} is about to win and could build with {cards_text(deal.give)}: no trade"
        return None

    def _helps(self, outlook: Outlook, seat: int, gets: Counts) -> bool:
        """Return whether cards bring a seat that is near to winning closer to a settlement or a city."""
        situation = outlook.situation
        if situation.target - situation.public_points[seat] > self.near:
            return False
        known = outlook.hand(seat)
        after = exchanged(known, gets, NO_CARDS)
        return any(_missing(after, COSTS[kind]) < _missing(known, COSTS[kind]) for kind in _SCORING)


_SCORING: tuple[Kind, ...] = ("settlement", "city")


def _missing(hand: Sequence[int], cost: Counts) -> int:
    return sum(max(0, price - held) for held, price in zip(hand, cost, strict=True))

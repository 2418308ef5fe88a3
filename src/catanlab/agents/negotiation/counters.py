"""Counter-offers: own deals that have something in common with the offer that they answer."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.agents.negotiation.offers import thomas_order
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Deal


def have_in_common(counter: Deal, offer: Deal) -> bool:
    """Return whether a counter-offer and an offer, each from the side of its maker, have cards in common.

    It still gives some of what was asked for, or takes some of what was offered (Thomas).
    """
    return any(counter.give[r] and offer.get[r] for r in range(5)) or any(
        counter.get[r] and offer.give[r] for r in range(5)
    )


def counters(outlook: Outlook, offer: Deal) -> Iterator[Deal]:
    """Yield the deals that have something in common with an offer, in the order of own offers."""
    me = outlook.me
    wanted = outlook.lacking(me)
    for deal in thomas_order(outlook.need(me), outlook.hand(me), outlook.ease(me), wanted):
        if have_in_common(deal, offer) and deal != offer.reversed:
            yield deal

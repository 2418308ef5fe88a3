"""Counter-offers: deals of one's own that keep something of the offer they answer."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.agents.negotiation.offers import thomas_order
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Deal


def have_in_common(counter: Deal, offer: Deal) -> bool:
    """Say whether a counter-offer keeps something of an offer, each from the side of who makes it.

    It still gives some of what was asked for, or takes some of what was offered (Thomas).
    """
    return any(counter.give[r] and offer.get[r] for r in range(5)) or any(
        counter.get[r] and offer.give[r] for r in range(5)
    )


def counters(outlook: Outlook, offer: Deal) -> Iterator[Deal]:
    """Yield the deals of a seat's own that keep something of an offer, in the order of its offers."""
    me = outlook.me
    wanted = outlook.lacking(me)
    for deal in thomas_order(outlook.need(me), outlook.hand(me), outlook.ease(me), wanted):
        if have_in_common(deal, offer) and deal != offer.reversed:
            yield deal

"""Counter-offers: deals of one's own that keep something of the offer they answer."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.agents.negotiation.deal import Deal, one
from catanlab.agents.negotiation.offers import thomas_order
from catanlab.agents.negotiation.outlook import Outlook


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
        if have_in_common(deal, offer) and deal != offer.turned:
            yield deal


def jsettlers_counters(outlook: Outlook, offer: Deal, most: int = 3) -> Iterator[Deal]:
    """Yield the counter-offers of JSettlers: they ask for one card of what the offer gives.

    For each that is lacking, the hardest first, they give one card to spare, the easiest first, then one
    needed card of which there is more than enough, then two and three of one kind.
    """
    me = outlook.me
    need, hand, ease = outlook.need(me), outlook.hand(me), outlook.ease(me)
    order = sorted(range(5), key=lambda r: ease[r])
    unneeded = [r for r in order if not need[r]]
    needed = [r for r in order if need[r]]
    for get in outlook.lacking(me):
        if not offer.give[get]:
            continue
        for count in range(1, most + 1):
            for give in (*unneeded, *needed):
                if give != get and hand[give] - need[give] >= count:
                    deal = Deal(one(give, count), one(get))
                    if deal != offer.turned:
                        yield deal

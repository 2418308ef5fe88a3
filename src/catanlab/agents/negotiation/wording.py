"""The reasons of a negotiator in words."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.card_counts import exchanged
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import Deal, cards_text

FREQUENT_ROLLS = 9
"""A seat that gets a card of a resource within this many rolls "makes much" of it."""


def offer_reason(outlook: Outlook, deal: Deal, seats: Sequence[int]) -> str:
    """Return why an offer is made to these seats."""
    get = next(r for r in range(5) if deal.get[r])
    card = RESOURCES[get]
    rich = min(seats, key=lambda seat: outlook.ease(seat)[get])
    if outlook.ease(rich)[get] <= FREQUENT_ROLLS:
        who = f"seat {rich} makes much {card}"
    elif outlook.situation.must_hold(rich, get):
        who = f"seat {rich} has {card}"
    else:
        who = f"seat {rich} may have {card}"
    me, hand = outlook.me, outlook.situation.hand
    need, ease = outlook.need(me), outlook.ease(me)
    given = [r for r in range(5) if deal.give[r]]
    cards = " and ".join(RESOURCES[r] for r in given)
    if all(hand[r] - deal.give[r] >= need[r] for r in given):
        return f"{who} and I have {cards} to spare"
    if all(ease[r] < ease[get] for r in given):
        return f"{who}, which I get less easily than {cards}"
    if outlook.rolls(me, exchanged(hand, deal.get, deal.give)) < outlook.rolls(me, hand):
        return f"{who}, which brings me nearer to {aim_text(outlook)} than {cards}"
    return f"{who}, and the bank would ask for more than {cards_text(deal.give)}"


def deal_reason(outlook: Outlook, deal: Deal) -> str:
    """Return why a deal is agreed to."""
    hand, need = outlook.situation.hand, outlook.need(outlook.me)
    got, aim = cards_text(deal.get), aim_text(outlook)
    one = sum(deal.get) == 1
    if outlook.rolls(outlook.me, exchanged(hand, deal.get, deal.give)) < outlook.rolls(outlook.me, hand):
        return f"{got} {'brings' if one else 'bring'} me nearer to {aim}"
    if all(hand[r] < need[r] for r in range(5) if deal.get[r]):
        return f"{got} {'is' if one else 'are'} lacking for {aim}"
    return f"{got} {'is' if one else 'are'} what I asked for"


def aim_text(outlook: Outlook) -> str:
    """Return the aim of the negotiator's seat in words."""
    aim = outlook.aim(outlook.me)
    return aim.text if aim else "a build"


def listed(seats: Sequence[int]) -> str:
    """Return seats in words.

    >>> listed([1, 2, 3])
    '1, 2 and 3'
    """
    if len(seats) < 2:
        return "".join(map(str, seats))
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"

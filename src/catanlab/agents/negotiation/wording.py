"""The reasons of a negotiator in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.negotiation.deal import Deal
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.constants import RESOURCES

MUCH = 9
"""Who gets a card within so many rolls makes much of it."""


def offer_reason(outlook: Outlook, deal: Deal, seats: Sequence[int]) -> str:
    """Return why an offer is made to these seats."""
    get = next(r for r in range(5) if deal.get[r])
    card = RESOURCES[get]
    rich = min(seats, key=lambda seat: outlook.ease(seat)[get])
    if outlook.ease(rich)[get] <= MUCH:
        who = f"seat {rich} makes much {card}"
    elif outlook.reading.must_hold(rich, get):
        who = f"seat {rich} has {card}"
    else:
        who = f"seat {rich} may have {card}"
    need = outlook.need(outlook.me)
    given = [r for r in range(5) if deal.give[r]]
    cards = " and ".join(RESOURCES[r] for r in given)
    if all(outlook.reading.hand[r] - deal.give[r] >= need[r] for r in given):
        return f"{who} and I have {cards} to spare"
    return f"{who}, which I get less easily than {cards}"


def listed(seats: Sequence[int]) -> str:
    """Return seats in words.

    >>> listed([1, 2, 3])
    '1, 2 and 3'
    """
    if len(seats) < 2:
        return "".join(map(str, seats))
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"

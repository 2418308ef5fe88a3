"""What a hand of cards is worth to the seat that trades, by the rolls to its aim."""

from __future__ import annotations

from catanlab.agents.base.appraiser import HandValue, spare_worth
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Counts

ADDED_ROLLS = 5.0
"""Rolls added to the wait for an aim: to be one roll sooner counts less, the longer the wait."""


def by_aim(outlook: Outlook) -> HandValue:
    """Return the value of hands by the rolls to the aim, for agents that cannot appraise hands."""
    me, hand_limit = outlook.me, outlook.situation.rules.hand_limit
    now = outlook.situation.hand
    if outlook.aim(me) is None:
        return lambda hand: 1.0 + spare_worth(hand, hand_limit) - spare_worth(now, hand_limit)
    before = outlook.rolls(me, now) + ADDED_ROLLS

    def value(hand: Counts) -> float:
        sooner = before / (outlook.rolls(me, hand) + ADDED_ROLLS)
        return sooner + spare_worth(hand, hand_limit) - spare_worth(now, hand_limit)

    return value

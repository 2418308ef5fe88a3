"""The best alternative to a negotiated agreement (BATNA): a trade with the bank or a port, or to wait."""

from __future__ import annotations

from typing import NamedTuple

from catanlab.agents.base.card_counts import exchanged, one
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Deal


class Alternative(NamedTuple):
    """What a seat does without a deal, and how many rolls its aim then takes."""

    rolls: int
    deal: Deal | None = None
    """The trade with the bank; None to wait."""

    @property
    def text(self) -> str:
        """The alternative in words."""
        return "wait" if self.deal is None else f"bank {self.deal.text}"


def best_alternative(outlook: Outlook) -> Alternative:
    """Return the best that the seat can do without other players.

    Thomas: with enough spare cards a trade with the bank or a port, which buys the lacking resource that is
    hardest to get with the one that is easiest; otherwise waiting.
    """
    me, situation = outlook.me, outlook.situation
    hand, need, ease = situation.hand, outlook.need(me), outlook.ease(me)
    waiting = outlook.rolls(me, hand)
    for get in outlook.lacking(me):
        if not situation.bank[get]:
            continue
        for give in sorted(range(5), key=lambda r: ease[r]):
            ratio = situation.ratios[give]
            if give != get and hand[give] - need[give] >= ratio:
                deal = Deal(one(give, ratio), one(get))
                rolls = outlook.rolls(me, exchanged(hand, deal.get, deal.give))
                return Alternative(min(rolls, waiting), deal)
    return Alternative(waiting)

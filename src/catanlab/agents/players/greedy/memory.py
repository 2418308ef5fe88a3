"""Which of my offers the others have refused of late, read from the log of the game."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.situation import Situation
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove

ROUNDS = 1
"""So many rounds a refusal is remembered; by then the others have other cards and other plans."""
BOTH_SIDES = (1 << c.ADDRESSEE_SHIFT) - 1
"""What is given and got in an offer, without the seats it goes to."""


def refused_offers(log: Sequence[CatanMove], situation: Situation) -> set[int]:
    """Return both sides of the offers that I made in vain in this turn and the last rounds.

    One that somebody accepted later in the same turn was not in vain. The turn must be mine.
    """
    refused: set[int] = set()
    accepted: set[int] = set()
    first = situation.rules.trade_settlement == "first"
    settling = (c.CONFIRM, c.TAKE_COUNTER, *((c.ACCEPT,) if first else ()))
    seat, turns, settled = situation.me, 0, False
    for move in reversed(log):
        group = move >> GROUP_SHIFT
        if group == c.END_TURN:
            seat, turns = (seat - 1) % situation.players, turns + 1
            accepted.clear()
            if turns > ROUNDS * situation.players:
                break
        elif group in settling:
            settled = True
        elif group == c.OFFER:
            sides = move & BOTH_SIDES
            if settled:
                accepted.add(sides)
            elif seat == situation.me and sides not in accepted:
                refused.add(sides)
            settled = False
    return refused

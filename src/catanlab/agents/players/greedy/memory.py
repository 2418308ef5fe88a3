"""The own offers that the others refused lately, read from the log of the game."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.situation import Situation
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal, read_deal

REFUSAL_ROUNDS = 1
"""For how many rounds a refusal is remembered; later the others have other cards and plans."""


def refused_offers(log: Sequence[CatanMove], situation: Situation) -> set[Deal]:
    """Return the deals that I offered without success in this turn and the last rounds.

    A deal that somebody accepted later in the same turn is left out. It must be my turn.
    """
    refused: set[Deal] = set()
    accepted: set[Deal] = set()
    first = situation.rules.trade_settlement == "first"
    settling = (c.CONFIRM, c.TAKE_COUNTER, *((c.ACCEPT,) if first else ()))
    seat, turns, settled = situation.me, 0, False
    for move in reversed(log):
        kind = move.kind
        if kind == c.END_TURN:
            seat, turns = (seat - 1) % situation.players, turns + 1
            accepted.clear()
            if turns > REFUSAL_ROUNDS * situation.players:
                break
        elif kind in settling:
            settled = True
        elif kind == c.OFFER:
            deal = read_deal(move)
            if settled:
                accepted.add(deal)
            elif seat == situation.me and deal not in accepted:
                refused.add(deal)
            settled = False
    return refused

"""When to play a knight: before the roll to free a hex of mine, later for Largest Army."""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def play_knight(view: CatanView, situation: Situation, *, hoard: bool = True) -> Choice | None:
    """Play a knight before the roll if the robber is on a hex that pays me, later for Largest Army.

    JSettlers keeps its knights until those played and those in hand, new ones included, are enough for
    the award. Without `hoard` a knight is played whenever the award is not mine, as in Thomas' plan.
    """
    move = CatanMove.make(c.PLAY_KNIGHT)
    if not view.is_legal(move):
        return None
    if situation.phase == c.BEFORE_ROLL:
        return Choice(move, "the robber blocks one of my hexes") if situation.blocked else None
    lacking = situation.knights_lacking
    if lacking <= 0 or (hoard and lacking > situation.cards[c.KNIGHT]):
        return None
    reason = "it brings Largest Army" if lacking == 1 else "it counts towards Largest Army"
    return Choice(move, reason, {"lacking": lacking})

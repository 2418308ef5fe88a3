"""The only decision that SmartSettlers makes outside its tree: discards are random.

The paper and the theses that cite it do not say so; programs derived from its source do it.
"""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.random_choice import random_move
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.mcts.overrides.rules import Rules
from catanlab.framework.random import Random
from catanlab.games.catan.constants import DISCARDING
from catanlab.games.catan.view.view import CatanView


class SmartSettlersRules(Rules):
    """Discards at random."""

    decisions = ("discard",)

    def before(self, view: CatanView, situation: Situation, random: Random, begun: bool) -> Choice | None:
        """Decide on discards."""
        if situation.phase == DISCARDING and "discard" not in self.without:
            return random_move(view, random, "discards are drawn by chance")
        return None

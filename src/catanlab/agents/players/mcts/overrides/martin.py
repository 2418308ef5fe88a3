"""Martin's decisions by rule (3.3, 3.7): the opening, the robber, and discards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.mcts.overrides.rules import Rules
from catanlab.agents.value.heavy import Heavy
from catanlab.agents.value.scored_moves import scored_move
from catanlab.framework.random import Random
from catanlab.games.catan.constants import DISCARDING, ROBBING
from catanlab.games.catan.view.view import CatanView


class MartinRules(Rules):
    """The robber by number and buildings, a random victim, and discards of each kind in turn."""

    decisions = ("robber", "discard")

    def __init__(self, without: Collection[str] = ()) -> None:
        super().__init__(without)
        self._policy = Heavy()

    def __reduce__(self) -> tuple[Any, ...]:
        return MartinRules, (tuple(sorted(self.without)),)

    def before(self, view: CatanView, situation: Situation, random: Random, begun: bool) -> Choice | None:
        """Decide on the robber and on discards."""
        decision = {ROBBING: "robber", DISCARDING: "discard"}.get(situation.phase)
        if decision is not None and decision not in self.without:
            return scored_move(self._policy, view, random)
        return None

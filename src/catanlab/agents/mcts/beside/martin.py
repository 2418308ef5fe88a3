"""Martin's decisions beside the tree (3.3, 3.7): the opening, the robber, and discards."""

from __future__ import annotations

from catanlab.agents.choice import Choice
from catanlab.agents.heuristic.scores import scored_move
from catanlab.agents.mcts.beside.rules import Rules
from catanlab.agents.mcts.heavy import Heavy
from catanlab.agents.reading import Reading
from catanlab.framework.random import Random
from catanlab.games.catan.constants import DISCARDING, ROBBING
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view import CatanView


class MartinRules(Rules):
    """The robber by number and buildings, its victim by chance, and discards one of each kind in turn."""

    def start(self, game: Catan) -> None:
        """Make the policy; it has no need of the board."""
        self._policy = Heavy()

    def before(self, view: CatanView, reading: Reading, random: Random, begun: bool) -> Choice | None:
        """Decide on the robber and on discards."""
        if reading.phase in (ROBBING, DISCARDING):
            return scored_move(self._policy, view, random)
        return None

"""The base class of rules that decide before a search, or where it would end the turn."""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view.view import CatanView


class Rules:
    """Rules that leave everything to the tree; others override what they decide."""

    def start(self, game: Catan) -> None:
        """Study the board of a new game."""

    def before(self, view: CatanView, situation: Situation, random: Random, begun: bool) -> Choice | None:
        """Decide ahead of the search, or return None; `begun` if a compound turn is under way."""
        return None

    def at_end(self, view: CatanView, situation: Situation, random: Random) -> Choice | None:
        """Decide where the search would end the turn, or return None."""
        return None

    def leaves(self, move: Move) -> bool:
        """Say whether a move is left to the tree: one that is not can be made by the rules only."""
        return True

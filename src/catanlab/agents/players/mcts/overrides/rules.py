"""The base class of rules that decide before a search, or when it would end the turn."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view.view import CatanView


class Rules:
    """Rules that leave everything to the tree; subclasses override the decisions that they make.

    `without` names decisions that the tree makes in their place. A card that the tree does not list is then
    never played.
    """

    decisions: ClassVar[tuple[str, ...]] = ()
    """The names of the decisions that can be left out."""

    def __init__(self, without: Collection[str] = ()) -> None:
        self.without = frozenset(without)

    def start(self, game: Catan) -> None:
        """Study the board of a new game."""

    def before(self, view: CatanView, situation: Situation, random: Random, begun: bool) -> Choice | None:
        """Decide before the search, or return None; `begun` if a compound turn is under way."""
        return None

    def at_end(self, view: CatanView, situation: Situation, random: Random) -> Choice | None:
        """Decide when the search would end the turn, or return None."""
        return None

    def leaves(self, move: Move) -> bool:
        """Return whether the tree may choose a move; otherwise only the rules can make it."""
        return True

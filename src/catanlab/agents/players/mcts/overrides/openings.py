"""The set-up by rule instead of by search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.random_choice import random_move
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.martin_opening import Opening
from catanlab.agents.decisions.opening import place_settlement
from catanlab.agents.decisions.opening_road import road_by_numbers
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.framework.random import Random
from catanlab.games.catan.board import Board
from catanlab.games.catan.view.view import CatanView


class SetUp(Protocol):
    """Places the pieces of the set-up on one board."""

    def place_settlement(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place a settlement."""

    def place_road(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place the road at the settlement just placed."""


class RandomOpening:
    """Places everything at random."""

    def __init__(self, board: Board) -> None:
        pass

    def place_settlement(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place a settlement at any open node."""
        return random_move(view, random)

    def place_road(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place the road at any of its edges."""
        return random_move(view, random)


class JSettlersOpening:
    """The pair of nodes from which building is fastest, and roads by numbers and ports, as in JSettlers."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._build_times = BuildTimes()

    def __reduce__(self) -> tuple[Any, ...]:
        return JSettlersOpening, (self._board,)

    def place_settlement(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place a settlement of the best pair."""
        return place_settlement(view, situation, self._build_times, cut_off=True)

    def place_road(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place the road towards the best spot two edges away."""
        return road_by_numbers(view, situation, random)


OPENINGS: Mapping[str, Callable[[Board], SetUp]] = {
    "martin": Opening,
    "jsettlers": JSettlersOpening,
    "random": RandomOpening,
}
"""The classes that play the set-up, by name."""

"""The set-up by rule instead of by search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from catanlab.agents.chance import drawn_move
from catanlab.agents.choice import Choice
from catanlab.agents.heuristic.opening import Opening
from catanlab.agents.reading import Reading
from catanlab.framework.random import Random
from catanlab.games.catan.board import Board
from catanlab.games.catan.view import CatanView


class SetUp(Protocol):
    """Places the pieces of the set-up on one board."""

    def place_settlement(self, view: CatanView, reading: Reading, random: Random) -> Choice:
        """Place a settlement."""

    def place_road(self, view: CatanView, reading: Reading, random: Random) -> Choice:
        """Place the road at the settlement just placed."""


class RandomOpening:
    """Places everything by chance."""

    def __init__(self, board: Board) -> None:
        pass

    def place_settlement(self, view: CatanView, reading: Reading, random: Random) -> Choice:
        """Place a settlement at any open node."""
        return drawn_move(view, random)

    def place_road(self, view: CatanView, reading: Reading, random: Random) -> Choice:
        """Place the road on any side of it."""
        return drawn_move(view, random)


OPENINGS: Mapping[str, Callable[[Board], SetUp]] = {"martin": Opening, "random": RandomOpening}
"""What plays the set-up of a board, by name."""

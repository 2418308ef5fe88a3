"""Hexes and awards of Catan by the names that players use."""

from __future__ import annotations

from catanlab.games.catan.board import TERRAIN_NAMES, Board
from catanlab.games.catan.position import CatanPosition


def awards_of(position: CatanPosition) -> dict[str, int | None]:
    """Return the seat that holds each award, or None."""
    return {"Longest Road": position.longest_road, "Largest Army": position.largest_army}


def hex_name(board: Board, hexagon: int) -> str:
    """Return the terrain of a hex, and its number.

    >>> from catanlab import Catan
    >>> hex_name(Catan(board="beginner").board, 0)
    'ore 10'
    """
    name, number = TERRAIN_NAMES[board.resources[hexagon]], board.numbers[hexagon]
    return f"{name} {number}" if number else name

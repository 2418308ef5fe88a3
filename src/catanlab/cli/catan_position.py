"""A position of Catan for the screen: the true one or what a seat knows of it, read in the same way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from catanlab.games.catan.board import TERRAIN_NAMES, Board
from catanlab.games.catan.details import Details, Seat
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.view.details import SeenSeat, ViewDetails
from catanlab.games.catan.view.view import CatanView

Facts: TypeAlias = Details | ViewDetails
"""A position of Catan, as it is or as a seat knows it."""


@dataclass(frozen=True)
class Moment:
    """A position, and whose move it is."""

    to_move: int
    facts: Facts

    @classmethod
    def of(cls, source: CatanState | CatanView) -> Moment:
        """Return the moment of a state, or of a seat's view."""
        return cls(source.to_move, source.details)


def seats_of(facts: Facts) -> tuple[Seat | SeenSeat, ...]:
    """Return the seats of a position."""
    return facts.seats


def count_of(seat: Seat | SeenSeat) -> int:
    """Return how many resource cards a seat holds."""
    return seat.resource_count if isinstance(seat, SeenSeat) else sum(seat.resources.values())


def cards_of(seat: Seat | SeenSeat) -> dict[str, int]:
    """Return the resource cards of a seat, as far as they are certain."""
    return seat.certain if isinstance(seat, SeenSeat) else seat.resources


def awards_of(facts: Facts) -> dict[str, int | None]:
    """Return the seat that holds each award, or None."""
    return {"Longest Road": facts.longest_road, "Largest Army": facts.largest_army}


def hex_name(board: Board, hexagon: int) -> str:
    """Return the terrain of a hex, and its number.

    >>> from catanlab import Catan
    >>> hex_name(Catan(board="beginner").board, 0)
    'ore 10'
    """
    name, number = TERRAIN_NAMES[board.resources[hexagon]], board.numbers[hexagon]
    return f"{name} {number}" if number else name

"""Games written in plain Python: the base classes of a new game.

`state.py` says more about each method. An exception raised by a position reaches the caller of the search
or the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from catanlab.framework.adapter import PlainState
from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, OVER


class Position(ABC):
    """A position of a plain-Python game."""

    __slots__ = ()

    @abstractmethod
    def to_move(self) -> int:
        """Return the seat that decides next, CHANCE or OVER."""

    @abstractmethod
    def legal(self) -> Sequence[int]:
        """Return the moves of the seat to move, equal groups side by side."""

    @abstractmethod
    def apply(self, move: int) -> None:
        """Carry out a legal move or outcome."""

    @abstractmethod
    def returns(self) -> Sequence[float]:
        """Return each seat's share of the win at the end of the game."""

    @abstractmethod
    def turn(self) -> int:
        """Return how many turns have been completed; a move completes one at most."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy."""

    def deciders(self) -> Sequence[int]:
        """Return the seats that may decide now; by default the seat to move, if there is one."""
        seat = self.to_move()
        return () if seat in (CHANCE, OVER) else (seat,)

    def question(self) -> int:
        """Return a number above 0 that stays equal while a question is open to several seats; else 0."""
        return 0

    def mover(self, move: int) -> int:
        """Return the seat that makes a legal move; by default the seat to move."""
        return self.to_move()

    def by(self, move: int, seat: int) -> int:
        """Return the move as the seat makes it; by default the same."""
        return move

    def ask(self, seat: int) -> None:  # noqa: B027 (games that ask one seat at a time need not care)
        """Let a decider be the seat to move; by default it is already."""

    def is_legal(self, move: int) -> bool:
        """Say whether the rules allow the move; by default, whether it is listed."""
        if self.to_move() == CHANCE:
            return any(move == outcome for outcome, _ in self.outcomes())
        return move in self.legal()

    def illegal_reason(self, move: int) -> str:
        """Return in a few words why the rules forbid the move now; by default only that they do."""
        return "not legal here"

    def outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the possible outcomes and their probabilities; by default there is no chance."""
        return []

    def score(self, seat: int) -> int:
        """Return the seat's score; by default 0."""
        return 0

    def seen(self, move: int, seat: int | None) -> int:
        """Return the move as the seat sees it, or a spectator for None; by default all of it."""
        return move


class PlainGame(Game):
    """A game whose positions are plain Python."""

    @abstractmethod
    def first_position(self) -> Position:
        """Return the position at the beginning of the game."""

    def start(self) -> PlainState:
        """Return a new state at the beginning of the game."""
        return PlainState(self, self.first_position())

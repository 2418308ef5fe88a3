"""The base class of games: rules and set-up, immutable and shared by all states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from catanlab.framework.moves import Move
from catanlab.framework.state import State

if TYPE_CHECKING:
    from catanlab.framework.observer import Observer


class Game(ABC):
    """Rules and set-up of one game; its positions are States."""

    name: ClassVar[str]
    summary: ClassVar[str]
    move_type: ClassVar[type[Move]]

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats play."""

    @property
    def title(self) -> str:
        """A title for people: the name of the game and its options."""
        return self.name

    @property
    def guide(self) -> tuple[str, ...]:
        """The rules in short, as lines for people; empty unless a game overrides it."""
        return ()

    @property
    def move_form(self) -> str:
        """The form of a move, such as "switch and a number 0 to 9"; empty unless a game overrides it."""
        return ""

    @abstractmethod
    def start(self) -> State:
        """Return a new state at the beginning of the game."""

    def sealed(self) -> Game:
        """Return the game as agents may see it: without a seed from which they could predict chance."""
        return self

    def observer(self, seat: int | None) -> Observer:
        """Return an observer for a seat, or for spectators if it is None.

        A game with secrets brings its own.
        """
        from catanlab.framework.observer import OpenObserver

        return OpenObserver(self, seat)

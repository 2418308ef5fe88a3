"""Nim with one heap: a game of somebody's own, which tests name by its import path."""

from dataclasses import dataclass
from typing import ClassVar, Self

from catanlab.framework.moves import OVER, Move
from catanlab.framework.plain import PlainGame, Position

MOST = 3
"""The most sticks that a move takes."""


class Take(Move):
    """A number of sticks that are taken."""

    __slots__ = ()
    groups: ClassVar[tuple[str, ...]] = ("take",)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move."""
        return cls(int(text.removeprefix("take ")))

    @property
    def text(self) -> str:
        """The move as a player writes it."""
        return f"take {int(self)}"


class Heap(Position):
    """The sticks that are left, and whose turn it is."""

    __slots__ = ("left", "taken")

    def __init__(self, left: int, taken: int = 0) -> None:
        self.left, self.taken = left, taken

    def to_move(self) -> int:
        """Return the seat that takes next."""
        return self.taken % 2 if self.left else OVER

    def legal(self) -> list[int]:
        """Return how many may be taken."""
        return list(range(1, min(MOST, self.left) + 1))

    def apply(self, move: int) -> None:
        """Take sticks."""
        self.left -= move
        self.taken += 1

    def returns(self) -> list[float]:
        """Return the win to who took the last stick."""
        last = (self.taken - 1) % 2
        return [float(seat == last) for seat in range(2)]

    def turn(self) -> int:
        """Return how many moves were made."""
        return self.taken

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.left, self.taken)


@dataclass(frozen=True, kw_only=True)
class Nim(PlainGame):
    """Take one to three sticks; who takes the last one wins."""

    name: ClassVar[str] = "nim"
    summary: ClassVar[str] = "take the last stick"
    move_type: ClassVar[type[Move]] = Take
    heap: int = 21
    seed: int | None = None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return 2

    def first_position(self) -> Heap:
        """Return the whole heap."""
        return Heap(self.heap)

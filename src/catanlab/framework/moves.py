"""A move as a number inside and as text outside."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import ClassVar, Self, SupportsIndex

from catanlab.framework.errors import MoveTextError

CHANCE = 100
"""The value of `to_move` when chance decides next."""
OVER = 101
"""The value of `to_move` when the game has ended."""
GROUP_SHIFT = 54
"""A move's group is its bits from here on. `state.pxd` repeats these three for native code."""

# To ask for SupportsIndex alone takes ten times as long, and plain numbers come with every choice.
_NUMBERS = (int, SupportsIndex)


class Move(int):
    """A move or outcome of a game: a 64-bit number whose top bits are its group.

    A game subclasses it and says how its moves are written (`text`) and read (`parse`).
    """

    __slots__ = ()
    groups: ClassVar[tuple[str, ...]] = ("move",)
    group_sets: ClassVar[Mapping[str, str]] = {"roelofs": "", "tuma": ""}
    """By name, which groups count as one for searches that choose a group first: `road+settlement/knight`.

    The sets are those of theses; they join none where a game has no finer groups than they do.
    """

    @classmethod
    def of(cls, move: object) -> Self:
        """Return the move that a number or a text stands for; raises MoveTextError."""
        if isinstance(move, cls):
            return move
        if isinstance(move, str):
            return cls.parse(move)
        if isinstance(move, _NUMBERS) and not isinstance(move, bool):
            return cls(index(move))
        raise MoveTextError(f"{move!r} is not a move: give its text or its number")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its text; raises MoveTextError."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The move as a player writes it."""
        raise NotImplementedError

    @property
    def group(self) -> str:
        """The name of the move's group, its abstract action type."""
        number = group_number(self)
        return self.groups[number] if 0 <= number < len(self.groups) else "unknown"

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __repr__(self) -> str:
        return f"<{self.text}>"


def group_number(move: int) -> int:
    """Return the number of a move's group."""
    return move >> GROUP_SHIFT

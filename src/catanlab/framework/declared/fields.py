"""What a position of a declared game remembers beyond pieces, cards and whose turn it is."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from catanlab.framework.declared.rule import place_of
from catanlab.framework.errors import DeclarationError

T = TypeVar("T")
MUTABLE = (list, dict, set, bytearray)
"""Types of values that positions cannot share."""


class Field:
    """A value that a position keeps, or one for each seat; `each="turn"` resets it when a turn ends."""

    def __init__(self, initial: Any, by_seat: bool, each: str) -> None:
        if isinstance(initial, MUTABLE):
            raise DeclarationError(
                f"{place_of()}: positions would share the {type(initial).__name__} {initial!r}: "
                "declare an immutable value, such as a tuple"
            )
        self.name = ""
        self.place = place_of()
        self.initial = initial
        self.by_seat = by_seat
        self.each = each

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


def value(initial: T, *, each: str = "game") -> T:
    """Declare a value, which must be immutable: a number, a text, a tuple, None."""
    return cast(T, Field(initial, False, each))


def per_seat(initial: T, *, each: str = "game") -> list[T]:
    """Declare an immutable value for each seat: `self.knights[seat]`."""
    return cast("list[T]", Field(initial, True, each))

"""Checks of the plain numbers a caller gives: how many games, how deep, how many threads."""

from __future__ import annotations

from operator import index

from catanlab.framework.errors import ArgumentError


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return the value as an integer; raises ArgumentError unless it is one from low to high.

    >>> whole_number("depth", 3, 0, 50)
    3
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise ArgumentError(f"{name} is {value!r}; allowed is an integer from {low} to {high}")
    return number

"""Checks of the plain numbers a caller gives: how many games, how deep, how likely."""

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


def fraction(name: str, value: object) -> float:
    """Return the value as a float; raises ArgumentError unless it lies between 0 and 1, both excluded.

    >>> fraction("confidence", 0.95)
    0.95
    """
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = 0.0
    if isinstance(value, bool | str) or not 0.0 < number < 1.0:
        raise ArgumentError(f"{name} is {value!r}; allowed is a number between 0 and 1")
    return number

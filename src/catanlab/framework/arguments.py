"""Checks of the plain numbers a caller gives: how many games, how deep, how likely, which seat."""

from __future__ import annotations

from operator import index

from catanlab.framework.errors import ArgumentError, ObservationError


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return the value as an integer; raises ArgumentError unless it is one from low to high.

    >>> whole_number("depth", 3, 0, 50)
    3
    """
    if not _is_within(value, low, high):
        raise ArgumentError(f"{name} is {value!r}; allowed is an integer from {low} to {high}")
    return index(value)  # type: ignore[arg-type]


def real_number(name: str, value: object, low: float, high: float) -> float:
    """Return the value as a float; raises ArgumentError unless it is a number from low to high.

    >>> real_number("d", 0.13, 0, 1)
    0.13
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ArgumentError(f"{name} is {value!r}; allowed is a number from {low:g} to {high:g}")
    return float(value)


def check_seat(seat: object, seats: int) -> int:
    """Return a seat of a game with `seats` seats; raises ObservationError if nobody sits there.

    >>> check_seat(3, 4)
    3
    """
    if not _is_within(seat, 0, seats - 1):
        raise ObservationError(f"{seat!r} is not a seat from 0 to {seats - 1}")
    return index(seat)  # type: ignore[arg-type]


def check_winner(seat: object, seats: int) -> int:
    """Return the seat that has won, or -1 for nobody; raises ObservationError if it is neither.

    >>> check_winner(-1, 4)
    -1
    """
    if not _is_within(seat, -1, seats - 1):
        raise ObservationError(
            f"the winner is a seat from 0 to {seats - 1}, or -1 for nobody, not {seat!r}"
        )
    return index(seat)  # type: ignore[arg-type]


def _is_within(value: object, low: int, high: int) -> bool:
    """Say whether the value is an integer from low to high."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(value, bool) and low <= number <= high


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

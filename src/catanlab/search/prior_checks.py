"""Checks of what users' functions return as priors of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import Move
from catanlab.framework.state import State

MAX_VISITS = 1_000_000
"""The most virtual visits of one child."""


def checked_weights(function: Callable[..., Any], state: State, moves: Sequence[Move]) -> list[float]:
    """Return the weights that a function gives; raises ArgumentError unless there is one for each move."""
    name = getattr(function, "__name__", "the prior")
    weights = function(state, moves)
    try:
        numbers = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} returned {weights!r}, not a number for each move") from None
    if len(numbers) != len(moves) or not all(0.0 <= number < inf for number in numbers):
        raise ArgumentError(
            f"{name} returned {numbers}; it must be a number from 0 on for each of {len(moves)} moves"
        )
    return numbers


def checked_values(
    function: Callable[..., Any], state: State, moves: Sequence[Move]
) -> list[tuple[float, int]]:
    """Return the value and visits that a function gives each move; raises ArgumentError if it does not."""
    name = getattr(function, "__name__", "the heuristic")
    answer = function(state, moves)
    try:
        pairs = [(float(value), int(visits)) for value, visits in answer]
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} returned {answer!r}, not a value and a count for each move") from None
    if len(pairs) != len(moves):
        raise ArgumentError(f"{name} returned {len(pairs)} pairs for {len(moves)} moves")
    for value, visits in pairs:
        if not (-inf < value < inf and 0 <= visits <= MAX_VISITS):
            raise ArgumentError(
                f"{name} returned the value {value} with the count {visits}; allowed are a finite number "
                f"and an integer from 0 to {MAX_VISITS}"
            )
    return pairs

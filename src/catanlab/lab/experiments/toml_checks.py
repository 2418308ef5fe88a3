"""Checks of the values in the file of an experiment: each mistake is one sentence with its place."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from catanlab.framework.errors import ArgumentError

WORDS = {
    str: "a string",
    int: "an integer",
    float: "a number",
    list: "a list",
    dict: "a table",
    (str, int, float): "a string or a number",
}
"""What the types of values are called."""
MAX_GAMES = 10**10
MAX_ITERATIONS = 10**12
MAX_RATIO = 10**6


class Checks:
    """The checks of one file; all raise ArgumentError."""

    def __init__(self, name: str) -> None:
        self._name = name

    def fail(self, why: str) -> NoReturn:
        """Raise the error."""
        raise ArgumentError(f"{self._name}: {why}")

    def table(self, place: str, data: Any, known: Mapping[str, Any], needed: Iterable[str] = ()) -> None:
        """Refuse what is no table, and a key that is unknown, of the wrong type or missing."""
        if not isinstance(data, dict):
            self.fail(f"{place} is {data!r}; allowed is a table")
        for key, value in data.items():
            if key not in known:
                self.fail(f"{place} has {key!r}; allowed are {', '.join(known)}")
            self.typed(f"{place}: {key}", value, known[key])
        self.need(place, data, needed)

    def typed(self, what: str, value: object, kind: Any) -> None:
        """Refuse a value of another type; numbers must be finite."""
        kinds = (int, float) if kind is float else kind
        is_finite = kind is int or _is_finite(value)
        if not isinstance(value, kinds) or isinstance(value, bool) or not is_finite:
            self.fail(f"{what} is {value!r}; allowed is {WORDS[kind]}")

    def need(self, place: str, data: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Refuse a table without these keys."""
        for key in keys:
            if key not in data:
                self.fail(f"{place} lacks {key!r}")

    def one_of(self, what: str, value: object, allowed: Iterable[str]) -> None:
        """Refuse a word that is not allowed."""
        allowed = tuple(allowed)
        if value not in allowed:
            self.fail(f"{what} is {value!r}; allowed are {', '.join(allowed) or 'none'}")

    def whole(self, what: str, value: object, high: int) -> None:
        """Refuse all but an integer from 1 to a limit."""
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= high:
            self.fail(f"{what} is {value!r}; allowed is an integer from 1 to {high}")

    def from_zero(self, place: str, data: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Refuse numbers below zero under these keys, where they are there."""
        for key in keys:
            if data.get(key, 0) < 0:
                self.fail(f"{place}: {key} is {data[key]!r}; allowed is a number from 0")

    def strings(self, what: str, value: object) -> None:
        """Refuse all but a list of strings."""
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.fail(f"{what} is {value!r}; allowed is a list of strings")


def is_number(value: object) -> bool:
    """Return whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and _is_finite(value)


def _is_finite(value: object) -> bool:
    """Return whether a value is no number, or one that a float can hold."""
    return not isinstance(value, int | float) or abs(value) <= sys.float_info.max

"""The parameters to tune, as text: `c=0.2:16:log`, `threshold=0:50`, `final=robust|max|secure`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Self

from catanlab.framework.errors import ArgumentError

FORM = "NAME=LOW:HIGH, NAME=LOW:HIGH:log or NAME=A|B|C"

MANY_VALUES = 1_000
"""With so many whole numbers it does not matter that one may be tried twice."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of an agent: a range of numbers, or words to choose from."""

    name: str
    low: float = 0.0
    high: float = 0.0
    is_log: bool = False
    is_whole: bool = False
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.choices or self.is_whole) and written(self.low) == written(self.high):
            raise ArgumentError(
                f"{self.name}={self.low!r}:{self.high!r}: values are tried in four figures, in which these "
                "bounds are the same; allowed are bounds that differ in them"
            )

    def fitted_to(self, takes: str) -> Self:
        """Return the parameter for an option that takes such values, as `agent_options` says it.

        A range of an option that takes fractions has fractions, also if its bounds are whole numbers.

        >>> read_parameter("c=0:2").fitted_to("a number").is_whole
        False
        """
        return replace(self, is_whole=False) if takes.startswith("a number") else self

    def suggest(self, trial: Any) -> str:
        """Return the value that a trial of Optuna suggests, as text."""
        if self.choices:
            return str(trial.suggest_categorical(self.name, list(self.choices)))
        if self.is_whole:
            return str(trial.suggest_int(self.name, int(self.low), int(self.high), log=self.is_log))
        return self._within(trial.suggest_float(self.name, self.low, self.high, log=self.is_log))

    def grid(self, points: int) -> list[str]:
        """Return evenly spaced values, on the logarithmic scale if the range has one.

        >>> read_parameter("c=1:16:log").grid(3)
        ['1', '4', '16']
        """
        if self.choices:
            return list(self.choices)
        if points < 2:
            raise ArgumentError(f"a grid has at least 2 points, not {points}")
        parts = [place / (points - 1) for place in range(points)]
        if self.is_log:
            values = [self.low * (self.high / self.low) ** part for part in parts]
        else:
            values = [self.low + (self.high - self.low) * part for part in parts]
        words = [str(round(value)) if self.is_whole else self._within(value) for value in values]
        return list(dict.fromkeys(words))

    def all_values(self) -> list[str] | None:
        """Return every value there is to try; None for fractions, and for very many whole numbers.

        >>> read_parameter("final=robust|max").all_values(), read_parameter("c=0.5:2").all_values()
        (['robust', 'max'], None)
        """
        if self.choices:
            return list(self.choices)
        low, high = int(self.low), int(self.high)
        if not self.is_whole or high - low >= MANY_VALUES:
            return None
        return [str(value) for value in range(low, high + 1)]

    def samples(self) -> list[str]:
        """Return values that show whether an agent takes them all: every word, or the bounds of a range.

        A range of fractions has one of them as well, which an option of whole numbers refuses.

        >>> read_parameter("c=1.0:16").samples()
        ['1', '16', '5.775']
        """
        if self.choices:
            return list(self.choices)
        if self.is_whole:
            return [str(int(self.low)), str(int(self.high))]
        within = self.low + (self.high - self.low) / math.pi
        return [self._within(value) for value in (self.low, self.high, within)]

    def contains(self, word: str) -> bool:
        """Return whether a value, as text, is one of those to choose from."""
        if self.choices:
            return word in self.choices
        try:
            value = float(word)
        except ValueError:
            return False
        return self.low <= value <= self.high and (not self.is_whole or value.is_integer())

    def parse(self, word: str) -> Any:
        """Return a value for Optuna from its text."""
        if self.choices:
            return word
        return int(float(word)) if self.is_whole else float(word)

    def _within(self, value: float) -> str:
        """Return a number in four figures, or the bound itself that it would pass by this rounding."""
        word = written(value)
        bound = min(max(float(word), self.low), self.high)
        return word if bound == float(word) else repr(bound)


def written(value: float) -> str:
    """Return a number in four figures: a tuned value is no more exact.

    >>> written(7.123456)
    '7.123'
    """
    return f"{value:.4g}"


def read_parameter(text: str) -> Parameter:
    """Return the parameter that a text describes.

    >>> read_parameter("c=0.2:16:log")
    Parameter(name='c', low=0.2, high=16.0, is_log=True, is_whole=False, choices=())
    >>> read_parameter("final=robust|max").choices
    ('robust', 'max')

    Raises ArgumentError if it has another form.
    """
    name, found, rest = text.partition("=")
    if not found or not name or not rest:
        raise ArgumentError(f"{text!r} is no parameter; write {FORM}")
    if "|" in rest:
        choices = tuple(rest.split("|"))
        if "" in choices or len(set(choices)) < len(choices):
            raise ArgumentError(f"{text!r}: the words to choose from must be different and not empty")
        return Parameter(name, choices=choices)
    low, *more = rest.split(":")
    is_log = more[1:] == ["log"]
    if len(more) not in (1, 2) or (len(more) == 2 and not is_log):
        raise ArgumentError(f"{text!r} is no parameter; write {FORM}")
    try:
        bounds = (float(low), float(more[0]))
    except ValueError:
        raise ArgumentError(f"{text!r}: {low!r} and {more[0]!r} must be numbers") from None
    if not all(map(math.isfinite, bounds)) or bounds[0] >= bounds[1] or (is_log and bounds[0] <= 0):
        wanted = "above 0 and rising" if is_log else "rising"
        raise ArgumentError(f"{text!r}: the bounds must be numbers, {wanted}")
    is_whole = low.lstrip("-").isdigit() and more[0].lstrip("-").isdigit()
    return Parameter(name, *bounds, is_log=is_log, is_whole=is_whole)

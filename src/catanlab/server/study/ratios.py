"""Means over games with their intervals: offers a turn, deals an offer.

Turns of one game are not independent, games are. So the spread is that between games: the ratio of two sums
with the standard error of Cochran, Sampling Techniques (1977), chapter 6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.student import t_quantile

CONFIDENCE = 0.95


class Ratio(Struct, frozen=True):
    """The sum of some counts over games by the sum of others; None where there is nothing to divide by."""

    games: int
    value: float | None
    error: float | None
    """Its standard error, from two games on."""

    @property
    def interval(self) -> Interval | None:
        """The interval around it; counts are never negative, and so it ends at 0."""
        if self.value is None or self.error is None:
            return None
        reach = t_quantile(CONFIDENCE, self.games - 1) * self.error
        return Interval(self.value, max(0.0, self.value - reach), self.value + reach, CONFIDENCE)


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Ratio:
    """Return the ratio of two counts, each given by game.

    >>> found = ratio([1, 3], [2, 2])
    >>> found.value, found.error
    (1.0, 0.5)
    """
    over, under = np.asarray(tops, np.float64), np.asarray(bottoms, np.float64)
    games, whole = len(over), float(under.sum())
    if whole <= 0:
        return Ratio(games, None, None)
    value = float(over.sum()) / whole
    if games < 2:
        return Ratio(games, value, None)
    residuals = over - value * under
    error = math.sqrt(games / (games - 1) * float(residuals @ residuals)) / whole
    return Ratio(games, value, error)


def difference(first: Ratio, second: Ratio) -> Interval | None:
    """Return the second ratio less the first, of other games, by Welch's interval; None without spread."""
    if first.value is None or second.value is None or first.error is None or second.error is None:
        return None
    value = second.value - first.value
    parts = first.error**2, second.error**2
    error = math.sqrt(sum(parts))
    if error == 0:
        return None
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / (first.games - 1) + parts[1] ** 2 / (second.games - 1))
    reach = t_quantile(CONFIDENCE, max(1.0, freedom)) * error
    return Interval(value, value - reach, value + reach, CONFIDENCE)

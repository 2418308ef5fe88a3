"""Wilson's interval for a win rate, for independent games and for blocks."""

from __future__ import annotations

import math

from catanlab.framework.arguments import fraction
from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics.blocks import Blocks
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.student import t_quantile, z_quantile


def wilson(wins: float, games: float, confidence: float = 0.95) -> Interval:
    """Return Wilson's interval for the win rate, from a number of wins in independent games.

    >>> print(wilson(81, 263))
    30.8 % [25.5, 36.6]

    Wins may be shared, and so fractions. The bounds never leave 0 to 1. Raises ArgumentError for no games,
    or for wins below 0 or above the games. Wilson (1927), JASA 22, 209-212.
    """
    if not 0 < games < math.inf:
        raise ArgumentError(f"games is {games!r}; allowed is a number above 0")
    if not 0 <= wins <= games:
        raise ArgumentError(f"wins is {wins!r}; allowed is a number from 0 to {games:g}, the games")
    z = z_quantile(fraction("confidence", confidence))
    return _score_interval(wins / games, games, z, confidence)


def wilson_over_blocks(blocks: Blocks, confidence: float = 0.95) -> Interval:
    """Return Wilson's interval for as many independent games as these blocks are worth.

    >>> print(wilson(30, 80), "if the games were independent")
    37.5 % [27.7, 48.5] if the games were independent
    >>> print(wilson_over_blocks(Blocks([1, 2] * 10, 4)), "as the blocks hardly differ")
    37.5 % [31.7, 43.6] as the blocks hardly differ

    The games are divided by the design effect, and the spread is taken as estimated from that many blocks
    (Korn and Graubard 1998, Survey Methodology 24, 193-201). Where all blocks are alike, it is unknown and
    the games count as independent. Raises ArgumentError for fewer than two blocks.
    """
    z = z_quantile(fraction("confidence", confidence))
    t = t_quantile(confidence, blocks.at_least_two() - 1)
    spread = blocks.design_effect or 1.0
    games = float(blocks.games.sum()) / spread * (z / t) ** 2
    return _score_interval(blocks.rate, games, z, confidence)


def _score_interval(rate: float, games: float, z: float, confidence: float) -> Interval:
    """Return the rates that are within z standard errors, their own, of the one observed."""
    square = z * z / games
    centre = rate + square / 2
    reach = math.sqrt(square * (rate * (1 - rate) + square / 4))
    low = max(0.0, (centre - reach) / (1 + square)) if rate > 0 else 0.0
    high = min(1.0, (centre + reach) / (1 + square)) if rate < 1 else 1.0
    return Interval(rate, low, high, confidence)

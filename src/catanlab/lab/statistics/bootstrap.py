"""The block bootstrap: an interval from resampled blocks.

A block's result takes few values, so a resample is drawn as one multinomial count over the values that
occurred, not as rows: a hundred thousand blocks cost no more than a hundred.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Literal

import numpy as np

from catanlab.framework.arguments import fraction, whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import check_seed
from catanlab.lab.statistics.blocks import EQUAL_WITHIN, Blocks, Floats
from catanlab.lab.statistics.interval import Interval

METHODS = ("bca", "percentile")
COUNTS_AT_ONCE = 4_000_000
"""How many counts are drawn in one go."""


def bootstrap(
    blocks: Blocks,
    confidence: float = 0.95,
    *,
    seed: int = 1,
    resamples: int = 10_000,
    method: Literal["bca", "percentile"] = "bca",
) -> Interval:
    """Return the interval that the rates of resampled blocks span.

    >>> print(bootstrap(Blocks([1, 0, 2, 1, 0, 1, 1, 3, 0, 1], 4), seed=7))
    25.0 % [12.5, 42.5]

    `percentile` takes the quantiles as they are; `bca` first corrects them for bias and for a spread that
    changes with the rate (Efron 1987, JASA 82, 171-185). The same seed and version of numpy give the same
    interval. Blocks that are all alike give one without width: `wilson_over_blocks` is the better choice
    for few blocks, or for rates near 0 or 1. Raises ArgumentError for fewer than two blocks.
    """
    fraction("confidence", confidence)
    check_seed(seed)
    whole_number("resamples", resamples, 100, 10_000_000)
    if method not in METHODS:
        raise ArgumentError(f"method is {method!r}; allowed are {' and '.join(METHODS)}")
    blocks.at_least_two()
    rates = resampled_rates(blocks, seed, resamples)
    levels = ((1 - confidence) / 2, (1 + confidence) / 2)
    if method == "bca":
        levels = corrected_levels(blocks, rates, levels)
    low, high = np.quantile(rates, levels).tolist()
    return Interval(blocks.rate, low, high, confidence)


def resampled_rates(blocks: Blocks, seed: int, resamples: int) -> Floats:
    """Return the win rates of as many resamples, each of as many blocks as there are."""
    wins, games, counts = blocks.outcomes()
    random = np.random.Generator(np.random.PCG64(seed))
    rates = np.empty(resamples)
    step = max(1, COUNTS_AT_ONCE // len(counts))
    for start in range(0, resamples, step):
        part = rates[start : start + step]
        drawn = random.multinomial(len(blocks), counts / len(blocks), size=len(part))
        part[:] = (drawn @ wins) / (drawn @ games)
    return rates


def corrected_levels(blocks: Blocks, rates: Floats, levels: tuple[float, float]) -> tuple[float, float]:
    """Return the levels that BCa reads instead."""
    below = float((rates < blocks.rate - EQUAL_WITHIN).mean())
    tied = float((np.abs(rates - blocks.rate) <= EQUAL_WITHIN).mean())
    if tied == 1.0:
        return levels
    # Half of the ties count as below, as the rate takes few values in small samples.
    share = min(max(below + tied / 2, 0.5 / len(rates)), 1 - 0.5 / len(rates))
    normal = NormalDist()
    bias = normal.inv_cdf(share)
    acceleration = _acceleration(blocks)

    def correct(level: float) -> float:
        moved = bias + normal.inv_cdf(level)
        return normal.cdf(bias + moved / (1 - acceleration * moved))

    return correct(levels[0]), correct(levels[1])


def _acceleration(blocks: Blocks) -> float:
    """Return how fast the spread changes with the rate, from leaving out each block in turn."""
    wins, games, counts = blocks.outcomes()
    left = (blocks.wins.sum() - wins) / (blocks.games.sum() - games)
    influence = counts @ left / len(blocks) - left
    spread = float(counts @ influence**2)
    return float(counts @ influence**3) / (6 * spread**1.5) if spread > 0 else 0.0

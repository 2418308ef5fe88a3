"""Paired differences: two agents, or two configurations, compared block by block.

Blocks of the same number share board, dice, deck and steals, so common luck cancels in the difference.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catanlab.framework.arguments import fraction, whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import check_seed
from catanlab.lab.statistics.beta import incomplete_beta
from catanlab.lab.statistics.blocks import Blocks, Floats
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.student import t_quantile, t_tails

DECIMALS = 12
"""To how many decimals differences are rounded: 1/3 + 1/3 - 2/3 is a tie."""


@dataclass(frozen=True)
class Comparison:
    """How much more the first won than the second, over the same blocks."""

    difference: Interval
    """The mean difference of the win rates, with the t interval over blocks: a point where `t` is None."""
    t: float | None
    """The mean difference in its own standard errors; None if all blocks differ alike."""
    p_value: float | None
    """How often chance alone gives a mean difference as large, in either direction, by t, or None."""
    better: int
    """Blocks in which the first won more."""
    worse: int
    """Blocks in which the first won less."""
    tied: int
    """Blocks in which both won alike."""
    sign_p_value: float
    """The same by the sign test: exact, but it counts only which of the two won more."""

    @property
    def t_or_sign_p_value(self) -> float:
        """The p-value by t; by the sign test where all blocks differ alike."""
        return self.sign_p_value if self.p_value is None else self.p_value


def compare(first: Blocks, second: Blocks, confidence: float = 0.95) -> Comparison:
    """Compare the win rates of two over the same blocks.

    >>> one, other = Blocks([2, 1, 2, 1, 3, 1], 4), Blocks([1, 1, 0, 1, 1, 0], 4)
    >>> result = compare(one, other)
    >>> print(result.difference, round(result.p_value, 3))
    25.0 % [1.5, 48.5] 0.041
    >>> result.better, result.worse, result.tied, round(result.sign_p_value, 3)
    (4, 0, 2, 0.125)

    Every block counts the same. If all differences are equal, chance cannot be estimated: then there is no
    t test, and the interval has no width. Raises ArgumentError unless both have the same
    number of blocks, at least two.
    """
    return compare_differences(block_differences(first, second), confidence)


def compare_differences(differences: Floats, confidence: float = 0.95) -> Comparison:
    """Compare two by how much more of each block the first won; raises ArgumentError as `compare`.

    >>> round(compare_differences(np.array([1.0] * 8)).t_or_sign_p_value, 6)
    0.007812
    """
    fraction("confidence", confidence)
    if len(differences) < 2:
        raise ArgumentError(f"a comparison takes at least 2 blocks, not {len(differences)}")
    differences = np.round(differences, DECIMALS)
    n, mean = len(differences), float(differences.mean())
    is_even = float(np.ptp(differences)) == 0  # a standard deviation computed in floats may miss that
    error = 0.0 if is_even else float(differences.std(ddof=1)) / math.sqrt(n)
    reach = t_quantile(confidence, n - 1) * error
    t = None if is_even else mean / error
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    return Comparison(
        difference=Interval(mean, mean - reach, mean + reach, confidence),
        t=t,
        p_value=None if t is None else t_tails(t, n - 1),
        better=better,
        worse=worse,
        tied=n - better - worse,
        sign_p_value=sign_test(better, worse),
    )


def sign_test(better: int, worse: int) -> float:
    """Return the two-sided p-value of the sign test; ties are left out.

    >>> round(sign_test(8, 2), 6)
    0.109375
    """
    most, tosses = max(better, worse), better + worse
    if 2 * most == tosses:
        return 1.0
    # P(X >= most) of a binomial with chance 1/2: Abramowitz and Stegun 26.5.24.
    return min(1.0, 2 * incomplete_beta(most, tosses - most + 1, 0.5))


def flip_test(first: Blocks, second: Blocks, *, seed: int = 1, flips: int = 10_000) -> float:
    """Return the p-value of the permutation test that swaps the two in a random half of the blocks.

    >>> one, other = Blocks([2, 1, 2, 1, 3, 1], 4), Blocks([1, 1, 0, 1, 1, 0], 4)
    >>> 0.11 < flip_test(one, other, seed=1) < 0.14  # of the 16 ways to flip, 2 are as far out
    True

    It assumes no distribution. The observed order counts as one of the flips, so the p-value is never 0.
    The same seed gives the same p-value, with the same version of numpy. Raises ArgumentError as `compare`.
    """
    check_seed(seed)
    whole_number("flips", flips, 100, 10_000_000)
    differences = block_differences(first, second)
    sizes, counts = np.unique(np.abs(differences), return_counts=True)
    random = np.random.Generator(np.random.PCG64(seed))
    totals = np.zeros(flips)
    for size, count in zip(sizes, counts, strict=True):
        totals += size * (2.0 * random.binomial(int(count), 0.5, flips) - count)
    observed = abs(float(differences.sum()))
    as_far = int((np.abs(totals) >= observed - 10.0**-DECIMALS * len(differences)).sum())
    return (as_far + 1) / (flips + 1)


def block_differences(first: Blocks, second: Blocks) -> Floats:
    """Return how much more of each block the first won; raises ArgumentError unless they are paired."""
    if len(first) != len(second):
        raise ArgumentError(
            f"the first has {len(first)} blocks and the second {len(second)}; "
            "allowed are two rows of the same blocks"
        )
    first.at_least_two()
    return np.round(first.rates - second.rates, DECIMALS)

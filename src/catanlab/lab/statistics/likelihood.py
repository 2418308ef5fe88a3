"""How much likelier results are under one win rate than under another: log-likelihood ratios.

Three of them. `binomial_llr` takes games as independent. `normal_llr` takes the means of blocks as normal,
with the variance they show. `multinomial_llr` takes blocks as draws from an unknown distribution, and
compares the likeliest one with each mean.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catanlab.lab.statistics.blocks import Floats

PSEUDO_BLOCKS = 1e-3
"""How many blocks won outright, and lost outright, are added, so that every mean is possible."""


def binomial_llr(wins: float, games: float, p0: float, p1: float) -> float:
    """Return ln(L(p1) / L(p0)) of independent games: Wald (1945), Ann. Math. Statist. 16, 117-186.

    >>> round(binomial_llr(30, 100, 0.25, 0.30), 4)
    0.6401
    """
    return wins * math.log(p1 / p0) + (games - wins) * math.log((1 - p1) / (1 - p0))


def normal_llr(values: ArrayLike, counts: ArrayLike, p0: float, p1: float) -> float:
    """Return the ratio for block means of these values and counts, if they are normal.

    >>> round(normal_llr([0, 0.25, 0.5, 0.75, 1], [30, 42, 20, 7, 1], 0.25, 0.30), 4)
    -0.6936

    n (p1 - p0) (2 mean - p0 - p1) / (2 variance), an approximation made for fishtest's pairs of games:
    Van den Bergh, Comparing the approximations for the generalized log likelihood ratio of a multinomial
    distribution, cantate.be/Fishtest. It is 0 where the blocks are all alike.
    """
    value, count = np.asarray(values, np.float64), np.asarray(counts, np.float64)
    n = count.sum()
    mean = count @ value / n
    variance = count @ (value - mean) ** 2 / n
    if variance <= 1e-15:
        return 0.0
    return float(n * (p1 - p0) * (2 * mean - p0 - p1) / (2 * variance))


def multinomial_llr(values: ArrayLike, counts: ArrayLike, p0: float, p1: float) -> float:
    """Return the generalised ratio for block means of these values and counts.

    >>> round(multinomial_llr([0, 0.25, 0.5, 0.75, 1], [30, 42, 20, 7, 1], 0.25, 0.30), 4)
    -0.6206

    The likelihood of a win rate is that of the likeliest distribution of blocks with this mean: proposition
    1.1 in Van den Bergh (as for `normal_llr`), empirical likelihood in Owen (1988), Biometrika 75, 237-249.
    """
    return float(multinomial_llrs(values, np.asarray(counts, np.float64)[None], p0, p1)[0])


def multinomial_llrs(values: ArrayLike, counts: ArrayLike, p0: float, p1: float) -> Floats:
    """Return the generalised ratio for each row of counts, shape (rows, values)."""
    value = np.append(np.asarray(values, np.float64), (0.0, 1.0))
    count = np.pad(np.asarray(counts, np.float64), ((0, 0), (0, 2)), constant_values=PSEUDO_BLOCKS)
    return _shortfall(value - p0, count) - _shortfall(value - p1, count)


def _shortfall(offsets: Floats, counts: Floats) -> Floats:
    """Return by how much the likeliest distribution of mean offset 0 is less likely than the observed one.

    That is the largest sum of counts * ln(1 + tilt * offsets), concave in the tilt: Newton's steps, halved
    into the bracket where they leave it.
    """
    rows = len(counts)
    tilt = np.zeros(rows)
    low, high = np.full(rows, -1 / offsets.max()), np.full(rows, -1 / offsets.min())
    for _ in range(200):
        pull = offsets / (1 + tilt[:, None] * offsets)
        slope, curve = _row_sums(counts * pull), _row_sums(counts * pull * pull)
        low, high = np.where(slope >= 0, tilt, low), np.where(slope <= 0, tilt, high)
        new = tilt + slope / curve
        new = np.where((new >= low) & (new <= high), new, (low + high) / 2)
        moved = np.abs(new - tilt)
        tilt = new
        if (moved <= 1e-10).all():
            break
    return _row_sums(counts * np.log1p(tilt[:, None] * offsets))


def _row_sums(table: NDArray[np.float64]) -> Floats:
    return np.asarray(table.sum(axis=1))

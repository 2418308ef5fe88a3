"""Made-up blocks whose games depend on each other in known ways, and tests run on many of them at once."""

import math

import numpy as np
from numpy.typing import NDArray

from catanlab.lab.statistics.likelihood import multinomial_llrs
from catanlab.lab.statistics.sprt import llr_bounds

Wins = NDArray[np.int64]
Random = np.random.Generator


def alike(random: Random, rate: float, correlation: float, shape: tuple[int, ...], games: int = 4) -> Wins:
    """Draw wins in blocks with a luck of their own: beta-binomial, with this correlation in a block."""
    if correlation == 0:
        return random.binomial(games, rate, shape)
    size = 1 / correlation - 1
    return random.binomial(games, random.beta(rate * size, (1 - rate) * size, shape))


def balanced(random: Random, rate: float, share: float, shape: tuple[int, ...], games: int = 4) -> Wins:
    """Draw wins in blocks of which a share goes by seat alone, evenly: a negative correlation."""
    whole = math.floor(rate * games)
    even = whole + (random.random(shape) < rate * games - whole)
    return np.where(random.random(shape) < share, even, random.binomial(games, rate, shape))


def wrong_verdicts(wins: Wins, truth: float, p0: float, p1: float, games: int = 4) -> tuple[float, float]:
    """Run an SPRT of alpha and beta 0.05 on each row of wins, shape (runs, blocks).

    Return the part that ends with the rate that is not the truth, and the blocks it took on average.
    """
    lower, upper = llr_bounds(0.05, 0.05)
    values = np.arange(games + 1) / games
    counts = np.zeros((len(wins), games + 1))
    rows = np.arange(len(wins))
    lengths = np.zeros(len(wins))
    wrong = 0
    for blocks, block in enumerate(wins.T, start=1):
        counts[np.arange(len(rows)), block[rows]] += 1
        llr = multinomial_llrs(values, counts, p0, p1)
        ended = (llr <= lower) | (llr >= upper)
        wrong += int(((llr >= upper) if truth == p0 else (llr <= lower)).sum())
        lengths[rows[ended]] = blocks
        rows, counts = rows[~ended], counts[~ended]
        if not len(rows):
            return wrong / len(wins), float(lengths.mean())
    raise AssertionError(f"{len(rows)} tests did not end")

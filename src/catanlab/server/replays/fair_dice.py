"""How unusual the dice of a game were: their chi-square against what fair dice give, and its tail.

With two rolls for a sum of 2 or 12 the usual tables of chi-square are wrong, so the tail is counted in
simulated games of as many rolls: `SAMPLES` of them, always the same ones for a number of rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

SUMS: Final = range(2, 13)
CHANCES: Final = tuple((6 - abs(7 - total)) / 36 for total in SUMS)
"""The probability of each sum from 2 to 12."""
SAMPLES: Final = 40_000
_SEED: Final = 36


def expected(rolls: int) -> tuple[float, ...]:
    """Return how often fair dice show each sum.

    >>> expected(36)
    (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
    """
    return tuple(round(chance * rolls, 9) for chance in CHANCES)


def chi_square(counts: Sequence[int]) -> float:
    """Return the squared distances from the expectation, each divided by it; 0 without a roll."""
    rolls = sum(counts)
    if not rolls:
        return 0.0
    means = [chance * rolls for chance in CHANCES]
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, means, strict=True))


def probability(counts: Sequence[int]) -> float:
    """Return how likely fair dice are to give a chi-square like this or a larger one.

    >>> probability([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
    1.0
    """
    rolls = sum(counts)
    if not rolls:
        return 1.0
    # Of equal spreads none may be missed by a rounding.
    larger = int(np.count_nonzero(_simulated(rolls) >= chi_square(counts) - 1e-9))
    return (larger + 1) / (SAMPLES + 1)


@lru_cache(maxsize=64)
def _simulated(rolls: int) -> npt.NDArray[np.float64]:
    """Return the chi-squares of simulated games."""
    drawn = np.random.default_rng(_SEED).multinomial(rolls, CHANCES, size=SAMPLES)
    means = np.array(CHANCES) * rolls
    found: npt.NDArray[np.float64] = ((drawn - means) ** 2 / means).sum(axis=1)
    return found

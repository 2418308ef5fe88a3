"""The regularised incomplete beta function, from which the tails of Student's t and of coin tosses follow.

Written here because it is forty lines: scipy, which has it, takes 129 MB. The tests compare both.
"""

from __future__ import annotations

import math

TINY = 1e-300
PRECISION = 1e-15
MAX_TERMS = 100_000


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return I_x(a, b) for positive a and b, and x from 0 to 1.

    >>> round(incomplete_beta(1, 3, 0.5), 12)  # 1 - (1 - x)**3
    0.875
    """
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side only
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) / (a * _continued_fraction(a, b, x))


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Return 1 + d1/(1 + d2/(1 + ...)), Abramowitz and Stegun 26.5.8, by Lentz's method."""
    value, c, d = 1.0, 1.0, 0.0
    for term in range(1, MAX_TERMS):
        half = term // 2
        if term % 2:
            top = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            top = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        d = 1.0 / ((1.0 + top * d) or TINY)
        c = (1.0 + top / c) or TINY
        value *= c * d
        if abs(c * d - 1.0) < PRECISION:
            break
    return value

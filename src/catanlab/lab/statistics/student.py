"""Student's t: the probability of a deviation, and the deviation that a confidence allows.

Written here, over `beta`, because scipy would take 129 MB for it. The tests compare both.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from catanlab.lab.statistics.beta import incomplete_beta


def t_tails(t: float, freedom: float) -> float:
    """Return the probability that |T| exceeds |t|, with this many degrees of freedom.

    >>> round(t_tails(2.228, 10), 4)
    0.05
    """
    if math.isinf(t):
        return 0.0
    # Abramowitz and Stegun 26.7.1 and 26.5.27.
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def t_quantile(confidence: float, freedom: float) -> float:
    """Return the t for which |T| stays below it with this probability.

    >>> round(t_quantile(0.95, 10), 3)
    2.228
    """
    tails = 1.0 - confidence
    t = z_quantile(confidence)
    # The tails are convex and the normal quantile lies below the root, so Newton's steps only go up to it.
    for _ in range(200):
        step = (t_tails(t, freedom) - tails) / (2.0 * _density(t, freedom))
        t += step
        if abs(step) <= 1e-13 * t:
            break
    return t


def z_quantile(confidence: float) -> float:
    """Return the z for which a standard normal |Z| stays below it with this probability.

    >>> round(z_quantile(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + confidence / 2.0)


def _density(t: float, freedom: float) -> float:
    """Return the density of T at t."""
    log_front = (
        math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - 0.5 * math.log(math.pi * freedom)
    )
    return math.exp(log_front - (freedom + 1) / 2 * math.log1p(t * t / freedom))

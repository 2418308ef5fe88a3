"""Draws from the normal, gamma and beta distributions, natively and from the framework's generator.

The normal one by ratio of uniforms with Leva's bounds (1992), the gamma one by Marsaglia and Tsang (2000),
the beta one from two gammas.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import fabs, log, pow, sqrt
else:
    from math import fabs, log, pow, sqrt

__all__ = ["draw_beta", "draw_gamma", "draw_normal"]


def normal(random):
    """Return a draw from the standard normal distribution."""
    while True:
        u = 1.0 - random.uniform()
        v = 1.7156 * (random.uniform() - 0.5)
        x = u - 0.449871
        y = fabs(v) + 0.386595
        bound = x * x + y * (0.196 * y - 0.25472 * x)
        if bound < 0.27597 or (bound <= 0.27846 and v * v <= -4.0 * log(u) * u * u):
            return v / u


def gamma(random, shape):
    """Return a draw from the gamma distribution of a positive shape, with scale 1."""
    if shape < 1.0:
        # Gamma(a) = Gamma(a + 1) * U ** (1 / a)
        return gamma(random, shape + 1.0) * pow(1.0 - random.uniform(), 1.0 / shape)
    d = shape - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        x = normal(random)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = 1.0 - random.uniform()
        square = x * x
        if u < 1.0 - 0.0331 * square * square:
            return d * v
        if log(u) < 0.5 * square + d * (1.0 - v + log(v)):
            return d * v


def beta(random, a, b):
    """Return a draw from the beta distribution of two positive shapes."""
    x = gamma(random, a)
    y = gamma(random, b)
    if x + y > 0.0:
        return x / (x + y)
    # Shapes so small that both draws vanish: what is left of the distribution are its ends.
    return 1.0 if random.uniform() * (a + b) < a else 0.0


def draw_normal(random):
    """Return a draw from the standard normal distribution.

    >>> from catanlab.framework.random import Random
    >>> draw_normal(Random(1)) == draw_normal(Random(1))
    True
    """
    return normal(random)


def draw_gamma(random, shape):
    """Return a draw from the gamma distribution with scale 1; raises ArgumentError unless shape > 0."""
    return gamma(random, checked("shape", shape))


def draw_beta(random, a, b):
    """Return a draw from the beta distribution; raises ArgumentError unless both shapes are above 0."""
    return beta(random, checked("a", a), checked("b", b))


@cython.cfunc
def checked(name, shape) -> cython.double:
    if not 0.0 < shape < 1e300:
        raise ArgumentError(f"{name} is {shape!r}; allowed is a number above 0")
    return shape

"""Holm's correction, for many comparisons at once."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.framework.errors import ArgumentError


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values with Holm's correction for testing all together, in the same order.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]

    Rejecting those up to alpha errs anywhere among them with probability alpha at most, however they
    depend on one another: Holm (1979), Scand. J. Statist. 6, 65-70. Raises ArgumentError outside 0 to 1.
    """
    for p in p_values:
        if not 0 <= p <= 1:
            raise ArgumentError(f"a p-value is {p!r}; allowed is a number from 0 to 1")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted

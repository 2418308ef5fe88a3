"""A test that outcomes are drawn by their probabilities: Pearson's statistic over many chance nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence


class Frequencies:
    """How far drawn outcomes are from their probabilities, summed over chance nodes."""

    def __init__(self) -> None:
        self.excess = 0.0
        self.variance = 0.0

    def add(self, outcomes: Sequence[tuple[int, float]], drawn: Sequence[int]) -> None:
        """Add the draws at one chance node."""
        n = len(drawn)
        cells: list[tuple[float, int]] = []
        share, hits = 0.0, 0
        for outcome, probability in sorted(outcomes, key=lambda pair: pair[1]):
            share += probability
            hits += drawn.count(outcome)
            if share * n >= 1:  # rarer ones are joined: few draws say nothing about them
                cells.append((share, hits))
                share, hits = 0.0, 0
        k = len(cells)
        self.excess += sum((hits - n * p) ** 2 / (n * p) for p, hits in cells) - (k - 1)
        # The exact variance of the statistic for n draws into k cells.
        self.variance += 2 * (k - 1) + (sum(1 / p for p, _ in cells) - k * k - 2 * k + 2) / n

    def deviation(self) -> float:
        """Return how many standard deviations the sum lies above its expectation."""
        return self.excess / math.sqrt(self.variance) if self.variance > 0 else 0.0

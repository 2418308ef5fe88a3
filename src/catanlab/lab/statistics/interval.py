"""An estimate with the interval around it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """An estimate, and the bounds that enclose the truth as often as the confidence says.

    >>> interval = Interval(0.615, 0.59712, 0.64, 0.95)
    >>> print(interval)
    61.5 % [59.7, 64.0]
    >>> 0.6 in interval, 0.25 in interval
    (True, False)
    """

    estimate: float
    low: float
    high: float
    confidence: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{self.estimate:.1%} [{100 * self.low:.1f}, {100 * self.high:.1f}]".replace("%", " %")

    @property
    def width(self) -> float:
        """From the lower bound to the upper."""
        return self.high - self.low

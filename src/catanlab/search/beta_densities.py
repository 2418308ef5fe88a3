"""The beta distributions that Thompson sampling draws from, as numbers (Tuma, figures 4 to 6)."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log, sqrt

from catanlab.framework.errors import ArgumentError


@dataclass(frozen=True)
class BetaDensity:
    """A beta distribution by its two shapes; raises ArgumentError unless both are above 0.

    >>> prior = BetaDensity(1.0, 1.0)
    >>> prior.mean, prior.density(0.3)
    (0.5, 1.0)
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        if not (self.a > 0 and self.b > 0):
            raise ArgumentError(f"the shapes are {self.a!r} and {self.b!r}; allowed are numbers above 0")

    @property
    def mean(self) -> float:
        """The mean."""
        return self.a / (self.a + self.b)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        total = self.a + self.b
        return sqrt(self.a * self.b / (total * total * (total + 1)))

    @property
    def mode(self) -> float | None:
        """Where the density is highest; None unless both shapes are above 1, when it is in between."""
        return (self.a - 1) / (self.a + self.b - 2) if self.a > 1 and self.b > 1 else None

    def density(self, x: float) -> float:
        """Return the density at a point strictly between 0 and 1; raises ArgumentError for any other."""
        if not 0 < x < 1:
            raise ArgumentError(f"x is {x!r}; allowed is a number between 0 and 1")
        normal = lgamma(self.a + self.b) - lgamma(self.a) - lgamma(self.b)
        return exp(normal + (self.a - 1) * log(x) + (self.b - 1) * log(1 - x))


def reshaped(
    successes: float, failures: float, phi: float, *, a: float = 1.0, b: float = 1.0
) -> BetaDensity:
    """Return the reshaped posterior Beta((S + a) / phi, (F + b) / phi) (Tuma, algorithm 3).

    Its mean is that of the posterior itself; its deviation is about sqrt(phi) times as large.

    >>> reshaped(40, 1, 0.5)  # Tuma, figure 4
    BetaDensity(a=82.0, b=4.0)

    Raises ArgumentError unless phi and both shapes are above 0.
    """
    if not phi > 0:
        raise ArgumentError(f"phi is {phi!r}; allowed is a number above 0")
    return BetaDensity((successes + a) / phi, (failures + b) / phi)

"""Whether counts fit probabilities, for tests of what is drawn at random."""

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeVar

from scipy.stats import chisquare

K = TypeVar("K", bound=Hashable)


def assert_drawn_by(observed: Counter[K], expected: Mapping[K, float], least: float = 0.001) -> None:
    """Check by chi-square that counts fit probabilities, and that nothing else came."""
    assert set(observed) <= set(expected), f"not expected: {set(observed) - set(expected)}"
    assert abs(sum(expected.values()) - 1.0) < 1e-9
    if len(expected) > 1:
        draws = observed.total()
        result = chisquare([observed[key] for key in expected], [p * draws for p in expected.values()])
        assert result.pvalue > least, dict(observed)

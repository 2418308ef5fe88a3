"""Draws follow their distributions: Kolmogorov-Smirnov against scipy, and moments."""

import math

import pytest
from scipy import stats

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.search.tree_policies.bayes import draw_beta, draw_gamma, draw_normal

DRAWS = 20_000
# A correct sampler would fail one of these in a hundred thousand seeds; the seed is fixed.
LEAST_P = 1e-5


def moments(draws):
    mean = sum(draws) / len(draws)
    return mean, sum((draw - mean) ** 2 for draw in draws) / len(draws)


def test_normal_draws():
    random = Random(1, "search")
    draws = [draw_normal(random) for _ in range(DRAWS)]
    mean, variance = moments(draws)
    assert abs(mean) < 5 / math.sqrt(DRAWS)
    assert abs(variance - 1) < 5 * math.sqrt(2 / DRAWS)
    assert stats.kstest(draws, stats.norm.cdf).pvalue > LEAST_P


@pytest.mark.parametrize("shape", [0.05, 0.5, 1.0, 1.5, 7.0, 4000.0])
def test_gamma_draws(shape):
    random = Random(2, "search")
    draws = [draw_gamma(random, shape) for _ in range(DRAWS)]
    mean, _ = moments(draws)
    assert abs(mean - shape) < 5 * math.sqrt(shape / DRAWS)
    assert stats.kstest(draws, stats.gamma(shape).cdf).pvalue > LEAST_P


@pytest.mark.parametrize(("a", "b"), [(1, 1), (0.3, 0.7), (2, 5), (41, 2), (3000, 2500)])
def test_beta_draws(a, b):
    random = Random(3, "search")
    draws = [draw_beta(random, a, b) for _ in range(DRAWS)]
    exact = stats.beta(a, b)
    mean, variance = moments(draws)
    assert abs(mean - exact.mean()) < 5 * exact.std() / math.sqrt(DRAWS)
    assert variance == pytest.approx(exact.var(), rel=0.1)
    assert stats.kstest(draws, exact.cdf).pvalue > LEAST_P


def test_a_beta_of_vanishing_shapes_has_only_its_ends():
    random = Random(4, "search")
    draws = [draw_beta(random, 1e-6, 3e-6) for _ in range(4000)]
    assert {0.0, 1.0} == set(draws)
    assert abs(sum(draws) / 4000 - 0.25) < 5 * math.sqrt(0.25 * 0.75 / 4000)


@pytest.mark.parametrize("shape", [0, -1.0, math.nan, math.inf])
def test_shapes_are_positive(shape):
    with pytest.raises(ArgumentError, match="allowed is a number above 0"):
        draw_gamma(Random(1), shape)
    with pytest.raises(ArgumentError, match="b is"):
        draw_beta(Random(1), 1, shape)


def test_the_same_place_gives_the_same_draws():
    first, second = Random(5, "search", 7), Random(5, "search", 7)
    assert [draw_beta(first, 2, 3) for _ in range(5)] == [draw_beta(second, 2, 3) for _ in range(5)]

"""Student's t and the incomplete beta function against printed tables and scipy."""

import math

import pytest
from scipy import special, stats

from catanlab.lab.statistics.beta import incomplete_beta
from catanlab.lab.statistics.student import t_quantile, t_tails, z_quantile


@pytest.mark.parametrize(
    ("freedom", "confidence", "printed"),
    [
        # Any table of the t distribution, such as Abramowitz and Stegun 26.10.
        (1, 0.95, 12.706),
        (2, 0.95, 4.303),
        (5, 0.90, 2.015),
        (10, 0.99, 3.169),
        (30, 0.95, 2.042),
        (120, 0.95, 1.980),
    ],
)
def test_quantiles_are_those_of_the_printed_tables(freedom, confidence, printed):
    assert t_quantile(confidence, freedom) == pytest.approx(printed, abs=0.0005)


@pytest.mark.parametrize("freedom", [1, 2, 3, 7, 40, 1000, 99_999, 1_000_000])
@pytest.mark.parametrize("confidence", [0.01, 0.5, 0.9, 0.95, 0.999])
def test_quantiles_and_tails_agree_with_scipy(freedom, confidence):
    t = t_quantile(confidence, freedom)
    assert t == pytest.approx(stats.t.ppf(0.5 + confidence / 2, freedom), rel=1e-6)
    assert t_tails(t, freedom) == pytest.approx(1 - confidence, rel=1e-6)
    assert t_tails(-t, freedom) == t_tails(t, freedom)


def test_tails_at_the_ends():
    assert t_tails(0, 5) == pytest.approx(1)
    assert t_tails(math.inf, 5) == 0
    assert t_tails(40, 1000) == pytest.approx(2 * stats.t.sf(40, 1000), rel=1e-6)


def test_many_degrees_of_freedom_are_normal():
    assert t_quantile(0.95, 1e7) == pytest.approx(z_quantile(0.95), rel=1e-6)
    assert z_quantile(0.95) == pytest.approx(1.959964, abs=1e-6)


@pytest.mark.parametrize("a", [0.5, 1, 3, 50, 50_000])
def test_incomplete_beta_agrees_with_scipy(a):
    for b in (0.5, 1, 3, 50, 50_000):
        for x in (0, 1e-6, 0.3, 0.5, 0.9999, 1):
            assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), abs=1e-9), (b, x)

"""Log-likelihood ratios: by hand, against fastchess' published numbers, and against plain maximisation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from catanlab.lab.statistics import binomial_llr, multinomial_llr, normal_llr
from catanlab.lab.statistics.likelihood import multinomial_llrs

PAIR = [0, 0.25, 0.5, 0.75, 1]


def score(elo: float) -> float:
    """Return the score that goes with a difference of Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


@pytest.mark.parametrize("ratio", [multinomial_llr, normal_llr])
@pytest.mark.parametrize(
    ("values", "counts", "elo0", "elo1", "published"),
    [
        # fastchess, app/tests/sprt_test.cpp at 74deac23: losses, draws, wins; then pairs of games by score.
        ([0, 0.5, 1], [21184, 40708, 21404], 0.5, 2.5, -1.57),
        ([0, 0.5, 1], [57030, 106593, 57433], 0, 2, -2.59),
        (PAIR, [223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        (PAIR, [871, 26175, 55003 + 980, 26678, 821], 0, 2, -4.98),
    ],
)
def test_ratios_are_those_fastchess_publishes(ratio, values, counts, elo0, elo1, published):
    assert ratio(values, counts, score(elo0), score(elo1)) == pytest.approx(published, abs=0.005)


def test_the_binomial_ratio_by_hand():
    # A win is worth ln 1.2 and a loss ln(0.70/0.75).
    assert binomial_llr(1, 1, 0.25, 0.30) == pytest.approx(math.log(1.2))
    assert binomial_llr(0, 1, 0.25, 0.30) == pytest.approx(math.log(0.70 / 0.75))
    assert binomial_llr(30, 100, 0.25, 0.30) == pytest.approx(30 * 0.18232156 - 70 * 0.06899287)


def test_the_normal_ratio_by_hand():
    # Blocks 0, 0.5, 0.5, 1: mean 0.5, variance 1/8; 4 * 0.05 * (1 - 0.55) / (2/8).
    assert normal_llr([0, 0.5, 1], [1, 2, 1], 0.25, 0.30) == pytest.approx(0.36)
    assert normal_llr([0.25], [7], 0.25, 0.30) == 0


def test_the_multinomial_ratio_of_blocks_of_one_game_is_the_binomial_one():
    assert multinomial_llr([0, 1], [70, 30], 0.25, 0.30) == pytest.approx(
        binomial_llr(30, 100, 0.25, 0.30), abs=0.001
    )


def test_the_multinomial_ratio_is_that_of_the_likeliest_distributions():
    values, counts = np.array(PAIR), np.array([30.0, 42, 20, 7, 2])

    def best(mean: float) -> float:
        """Return the largest log-likelihood of a distribution with this mean, by brute force."""
        found = optimize.minimize(
            lambda p: -counts @ np.log(p),
            np.full(5, 0.2),
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: p @ values - mean},
            ],
            options={"ftol": 1e-12, "maxiter": 1000},
        )
        assert found.success
        return -float(found.fun)

    ours = multinomial_llr(values, counts, 0.2, 0.35)
    assert ours == pytest.approx(best(0.35) - best(0.2), abs=0.01)


def test_blocks_that_are_all_alike_speak_for_their_own_rate_but_not_without_end():
    # A tilt towards 0.30 must put at least (0.30 - 0.25) / 0.75 on a block of four wins.
    llr = multinomial_llr([0.25], [40], 0.25, 0.30)
    assert llr == pytest.approx(40 * math.log(1 - 0.05 / 0.75), abs=0.02)


def test_few_large_blocks_agree_with_the_normal_ratio_when_the_rates_are_close():
    random = np.random.default_rng(5)
    values, counts = np.unique(random.binomial(24, 0.25, 20_000) / 24, return_counts=True)
    exact = multinomial_llr(values, counts, 0.250, 0.255)
    assert exact == pytest.approx(normal_llr(values, counts, 0.250, 0.255), rel=0.05)


@given(
    st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any),
    st.floats(0.02, 0.98),
    st.floats(0.02, 0.98),
)
def test_swapping_the_rates_changes_the_sign(counts, p0, p1):
    forth, back = multinomial_llr(PAIR, counts, p0, p1), multinomial_llr(PAIR, counts, p1, p0)
    assert math.isfinite(forth)
    assert forth == pytest.approx(-back, abs=1e-9)


@given(st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any), st.floats(0.02, 0.98))
def test_no_rate_is_likelier_than_the_observed_one(counts, rate):
    mean = np.dot(PAIR, counts) / sum(counts)
    if 0.02 < mean < 0.98:
        assert multinomial_llr(PAIR, counts, rate, mean) >= -0.02


def test_rows_are_independent_of_each_other():
    counts = np.random.default_rng(6).integers(0, 50, (20, 5))
    rows = multinomial_llrs(PAIR, counts, 0.25, 0.30)
    single = [multinomial_llr(PAIR, row, 0.25, 0.30) for row in counts]
    np.testing.assert_allclose(rows, single, atol=1e-7)

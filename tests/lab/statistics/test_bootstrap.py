"""The block bootstrap: against scipy's and plain resampling, its coverage, and that the seed decides."""

import numpy as np
import pytest
from scipy import stats
from tests.lab.statistics.simulated import alike, balanced

from catanlab.framework.errors import ArgumentError, SeedError
from catanlab.lab.statistics import Blocks, bootstrap, t_interval
from catanlab.lab.statistics.bootstrap import COUNTS_AT_ONCE, corrected_levels, resampled_rates

SKEWED = Blocks([0, 0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 4, 0, 1, 0, 0, 3, 0, 0, 1], 4)


def test_the_seed_decides():
    assert bootstrap(SKEWED, seed=5) == bootstrap(SKEWED, seed=5)
    assert (resampled_rates(SKEWED, 5, 500) != resampled_rates(SKEWED, 6, 500)).any()


def test_the_order_of_blocks_does_not_matter():
    turned = Blocks(SKEWED.wins[::-1], SKEWED.games[::-1])
    assert bootstrap(turned, seed=5) == bootstrap(SKEWED, seed=5)


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_intervals_agree_with_scipy(method):
    ours = bootstrap(SKEWED, seed=1, resamples=100_000, method=method)
    name = "BCa" if method == "bca" else method
    theirs = stats.bootstrap((SKEWED.rates,), np.mean, n_resamples=50_000, method=name, rng=1)
    # The bootstrap distribution has steps of 1/80.
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.0126)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.0126)


def test_bca_moves_the_interval_of_skewed_blocks_up():
    bca = bootstrap(SKEWED, seed=1, resamples=100_000)
    percentile = bootstrap(SKEWED, seed=1, resamples=100_000, method="percentile")
    assert bca.low > percentile.low
    assert bca.high > percentile.high


def test_the_levels_of_bca_by_hand():
    # Rates 0, 0, 0, 1: the deviations from 1/4 have the sum of squares 3/4 and of cubes 3/8.
    acceleration = 0.375 / (6 * 0.75**1.5)
    # Of the resamples six are below 1/4, one ties with it, three are above: 65 % count as below.
    rates = np.array([0.0] * 6 + [0.25] + [0.5] * 3)
    bias = stats.norm.ppf(0.65)
    for level, corrected in zip(
        (0.1, 0.9), corrected_levels(Blocks([0, 0, 0, 4], 4), rates, (0.1, 0.9)), strict=True
    ):
        moved = bias + stats.norm.ppf(level)
        assert corrected == pytest.approx(stats.norm.cdf(bias + moved / (1 - acceleration * moved)))


def test_resamples_spread_as_much_as_rows_drawn_with_replacement():
    blocks = Blocks([0, 1, 4, 2, 6, 1], [4, 4, 4, 6, 6, 2])
    random = np.random.default_rng(2)
    rows = random.integers(0, 6, (50_000, 6))
    plain = blocks.wins[rows].sum(axis=1) / blocks.games[rows].sum(axis=1)
    ours = resampled_rates(blocks, 2, 50_000)
    assert ours.mean() == pytest.approx(plain.mean(), abs=0.003)
    assert ours.std() == pytest.approx(plain.std(), rel=0.02)
    assert np.quantile(ours, 0.9) == pytest.approx(np.quantile(plain, 0.9), abs=0.01)


@pytest.mark.full
def test_blocks_of_many_different_results_are_resampled_in_pieces():
    random = np.random.default_rng(4)
    blocks = Blocks(random.random(3000) * 4, 4)
    assert COUNTS_AT_ONCE < 3000 * 3000
    interval = bootstrap(blocks, seed=1, resamples=3000)
    plain = t_interval(blocks)
    assert interval.low == pytest.approx(plain.low, abs=0.002)
    assert interval.high == pytest.approx(plain.high, abs=0.002)


def test_many_blocks_give_the_t_interval():
    blocks = Blocks(alike(np.random.default_rng(8), 0.25, 0.2, (100_000,)), 4)
    ours, plain = bootstrap(blocks), t_interval(blocks)
    assert (ours.low, ours.high) == pytest.approx((plain.low, plain.high), abs=1e-4)


@pytest.mark.full
@pytest.mark.parametrize(("draw", "amount"), [(alike, 0.0), (alike, 0.3), (balanced, 0.6)])
def test_intervals_enclose_the_truth_as_often_as_they_say(draw, amount):
    runs = draw(np.random.default_rng(12), 0.25, amount, (500, 80))
    covered = np.mean([0.25 in bootstrap(Blocks(wins, 4), resamples=1000) for wins in runs])
    assert 0.92 <= covered <= 0.98


def test_blocks_that_are_all_alike_give_a_point():
    interval = bootstrap(Blocks([1, 1, 1], 4))
    assert interval.low == interval.high == 0.25


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"seed": -1}, SeedError, "-1"),
        ({"resamples": 10}, ArgumentError, "resamples is 10; allowed is an integer from 100"),
        ({"method": "magic"}, ArgumentError, "method is 'magic'; allowed are bca and percentile"),
        ({"confidence": 0}, ArgumentError, "confidence is 0; allowed is a number between 0 and 1"),
    ],
)
def test_invalid_arguments_are_refused(options, error, says):
    with pytest.raises(error, match=says):
        bootstrap(SKEWED, **options)


def test_one_block_is_refused():
    with pytest.raises(ArgumentError, match="needs at least 2"):
        bootstrap(Blocks([1], 4))

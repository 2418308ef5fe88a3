"""Wilson's interval against published numbers, at its ends, and its coverage over blocks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.lab.statistics.simulated import alike, balanced

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics import Blocks, t_interval, wilson, wilson_over_blocks


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_newcombe_printed(wins, games, low, high):
    interval = wilson(wins, games)
    assert interval.low == pytest.approx(low, abs=0.00005)
    assert interval.high == pytest.approx(high, abs=0.00005)
    assert interval.estimate == wins / games


def test_bounds_are_where_the_score_test_just_rejects():
    # By hand: 3 of 10 with z = 2 solves (0.3 - p)^2 = 4 p (1 - p) / 10, so 1.4 p^2 - p + 0.09 = 0.
    confidence = math.erf(2 / math.sqrt(2))
    interval = wilson(3, 10, confidence)
    root = math.sqrt(1 - 4 * 1.4 * 0.09)
    assert interval.low == pytest.approx((1 - root) / 2.8)
    assert interval.high == pytest.approx((1 + root) / 2.8)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (7, 20), (250, 1000), (99_999, 100_000)])
def test_intervals_agree_with_scipy(wins, games, confidence):
    interval = wilson(wins, games, confidence)
    theirs = stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
    assert (interval.low, interval.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@given(
    games=st.floats(0.25, 1e9),
    part=st.floats(0, 1),
    confidence=st.floats(0.001, 0.999),
)
def test_bounds_enclose_the_rate_and_stay_from_0_to_1(games, part, confidence):
    interval = wilson(part * games, games, confidence)
    slack = 1e-12
    assert 0 <= interval.low <= interval.estimate + slack
    assert interval.estimate - slack <= interval.high <= 1


def test_no_wins_and_nothing_but_wins_are_mirror_images():
    none, every = wilson(0, 12), wilson(12, 12)
    assert (none.low, every.high) == (0.0, 1.0)
    assert none.high == pytest.approx(1 - every.low)
    assert none.high == pytest.approx(1.959964**2 / (12 + 1.959964**2), rel=1e-6)


def test_shared_wins_count_in_part():
    assert wilson(2, 9).high < wilson(2.5, 9).high < wilson(3, 9).high


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((1, 0), "games is 0; allowed is a number above 0"),
        ((0, -3), "games is -3; allowed is a number above 0"),
        ((1, math.nan), "games is nan"),
        ((5, 4), "wins is 5; allowed is a number from 0 to 4, the games"),
        ((-0.5, 4), "wins is -0.5; allowed"),
        ((1, 4, 1.0), "confidence is 1.0; allowed is a number between 0 and 1"),
        ((1, 4, 95), "confidence is 95; allowed"),
        ((1, 4, "high"), "confidence is 'high'; allowed"),
    ],
)
def test_invalid_arguments_are_refused(arguments, says):
    with pytest.raises(ArgumentError, match=says):
        wilson(*arguments)


def test_blocks_of_one_game_are_independent_games():
    random = np.random.default_rng(1)
    wins = random.binomial(1, 0.3, 5000)
    blocks, games = wilson_over_blocks(Blocks(wins, 1)), wilson(wins.sum(), 5000)
    assert blocks.low == pytest.approx(games.low, abs=2e-4)
    assert blocks.high == pytest.approx(games.high, abs=2e-4)


def test_games_that_are_alike_widen_the_interval_and_balanced_ones_narrow_it():
    independent = wilson(100, 400).width
    assert wilson_over_blocks(Blocks([4, 0, 0, 0] * 25, 4)).width > 1.8 * independent
    assert wilson_over_blocks(Blocks([1, 1, 2, 0] * 25, 4)).width < 0.9 * independent


def test_blocks_that_are_all_alike_count_as_independent_games():
    for won in (0, 1, 4):
        interval = wilson_over_blocks(Blocks([won] * 1000, 4))
        games = wilson(1000 * won, 4000)
        assert (interval.low, interval.high) == pytest.approx((games.low, games.high), abs=1e-4)


COVERED = [
    ("independent", alike, 0.0),
    ("alike", alike, 0.3),
    ("balanced", balanced, 0.6),
]


@pytest.mark.full
@pytest.mark.parametrize(("draw", "amount"), [case[1:] for case in COVERED], ids=[c[0] for c in COVERED])
@pytest.mark.parametrize(
    ("interval", "rate"), [(wilson_over_blocks, 0.1), (wilson_over_blocks, 0.25), (t_interval, 0.25)]
)
def test_intervals_over_blocks_enclose_the_truth_as_often_as_they_say(interval, rate, draw, amount):
    runs = draw(np.random.default_rng(11), rate, amount, (1000, 60))
    covered = np.mean([rate in interval(Blocks(wins, 4)) for wins in runs])
    assert 0.925 <= covered <= 0.98


def test_the_interval_for_independent_games_is_too_narrow_for_games_that_are_alike():
    runs = alike(np.random.default_rng(11), 0.25, 0.3, (2000, 60))
    assert np.mean([0.25 in wilson(wins.sum(), 240) for wins in runs]) < 0.88

"""Blocks: rates, standard errors and correlation, by hand and against the textbook formulas."""

import math

import numpy as np
import pytest
from tests.lab.statistics.simulated import alike, balanced

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics import Blocks, t_interval


def test_the_rate_is_that_of_all_games():
    blocks = Blocks([1, 0, 3], [4, 4, 6])
    assert blocks.rate == pytest.approx(4 / 14)
    assert blocks.rates.tolist() == [0.25, 0, 0.5]
    assert repr(blocks) == "<Blocks: 3, 4 wins of 14 games>"


def test_the_standard_error_of_equal_blocks_is_that_of_their_mean():
    # By hand: rates 0.25, 0, 0.5, 0.25 have the variance 1/24 and the mean's error is sqrt(1/96).
    assert Blocks([1, 0, 2, 1], 4).standard_error == pytest.approx(math.sqrt(1 / 96))


def test_the_standard_error_of_unequal_blocks_is_that_of_a_ratio():
    # By hand: the rate is 1/2, residuals 1 - 1, 0 - 1, 4 - 3; 3/2 * 2 / 10^2.
    blocks = Blocks([1, 0, 4], [2, 2, 6])
    assert blocks.standard_error == pytest.approx(math.sqrt(0.03))


def test_the_t_interval_is_the_textbook_one():
    interval = t_interval(Blocks([1, 0, 2, 1], 4), 0.95)
    assert interval.high - interval.estimate == pytest.approx(3.182446 * math.sqrt(1 / 96), rel=1e-6)
    assert interval.estimate - interval.low == pytest.approx(interval.high - interval.estimate)


def test_the_correlation_in_a_block_is_found():
    random = np.random.default_rng(3)
    for correlation in (0.0, 0.1, 0.4):
        blocks = Blocks(alike(random, 0.25, correlation, (40_000,)), 4)
        assert blocks.correlation == pytest.approx(correlation, abs=0.01)
        assert blocks.design_effect == pytest.approx(1 + 3 * correlation, abs=0.03)
    # A block that always brings one win of four has the least correlation there is.
    assert Blocks(balanced(random, 0.25, 1.0, (100,)), 4).correlation == pytest.approx(-1 / 3)
    assert Blocks([1, 0, 1], 1).correlation == 0


def test_games_are_gathered_into_blocks():
    blocks = Blocks.of_games(block=[5, 3, 5, 3, 9], wins=[1, 0, 0.5, 0, 1])
    assert blocks.wins.tolist() == [0, 1.5, 1]
    assert blocks.games.tolist() == [2, 2, 1]


def test_outcomes_are_counted():
    wins, games, counts = Blocks([2, 0, 2, 1, 2], [4, 4, 4, 4, 3]).outcomes()
    rows = set(zip(wins.tolist(), games.tolist(), counts.tolist(), strict=True))
    assert rows == {(2, 4, 2), (0, 4, 1), (1, 4, 1), (2, 3, 1)}


def test_blocks_keep_their_own_numbers():
    wins = np.array([1.0, 2.0])
    blocks = Blocks(wins, 4)
    wins[0] = 4
    assert blocks.wins.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("wins", "games", "says"),
    [
        ([1, 5], 4, "block 1 has 5 wins of 4 games; allowed are games above 0"),
        ([-1], 4, "block 0 has -1 wins of 4 games"),
        ([0], 0, "block 0 has 0 wins of 0 games"),
        ([math.nan], 4, "block 0 has nan wins"),
        ([], 4, r"wins have the shape \(0,\); allowed is a row of at least one block"),
        ([[1, 2]], 4, r"wins have the shape \(1, 2\)"),
        ([1, 2, 3], [4, 4], r"games have the shape \(2,\); allowed is one number, or one for each block"),
    ],
)
def test_blocks_that_cannot_be_are_refused(wins, games, says):
    with pytest.raises(ArgumentError, match=says):
        Blocks(wins, games)


def test_games_without_a_block_are_refused():
    with pytest.raises(ArgumentError, match="two rows of the same length"):
        Blocks.of_games([1, 2], [1])


def test_one_block_shows_no_spread():
    with pytest.raises(ArgumentError, match="there is 1 block; the spread between blocks needs at least 2"):
        t_interval(Blocks([1], 4))

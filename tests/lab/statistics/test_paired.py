"""Paired differences: by hand, against scipy, and what pairing gains."""

import math

import numpy as np
import pytest
from scipy import stats

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics import Blocks, compare, flip_test, sign_test, t_interval

FIRST = Blocks([2, 1, 2, 1, 3, 1, 0, 2], 4)
SECOND = Blocks([1, 1, 0, 1, 1, 0, 1, 1], 4)


def test_the_difference_is_that_of_students_sleep_data():
    # Student (1908), Biometrika 6, 20: hours of sleep gained by ten patients on two drugs; the differences
    # have the mean 1.58, t = 4.062 and p = 0.002833 (R's help page of t.test). As parts of a whole of ten.
    one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    result = compare(Blocks(np.add(other, 2), 10), Blocks(np.add(one, 2), 10))
    assert result.difference.estimate == pytest.approx(0.158)
    assert result.t == pytest.approx(4.0621, abs=0.0001)
    assert result.p_value == pytest.approx(0.002833, abs=0.000001)
    assert result.difference.low == pytest.approx(0.0700114, abs=1e-7)
    assert result.difference.high == pytest.approx(0.2459886, abs=1e-7)
    assert (result.better, result.worse, result.tied) == (9, 0, 1)


def test_the_test_agrees_with_scipy_and_changes_sign_with_the_order():
    theirs = stats.ttest_rel(FIRST.rates, SECOND.rates)
    result, turned = compare(FIRST, SECOND), compare(SECOND, FIRST)
    assert result.t == pytest.approx(theirs.statistic)
    assert result.p_value == pytest.approx(theirs.pvalue)
    assert turned.t == -result.t
    assert turned.difference.low == -result.difference.high
    assert (turned.better, turned.worse) == (result.worse, result.better)


@pytest.mark.parametrize(
    ("better", "worse"), [(8, 2), (2, 8), (0, 0), (5, 5), (1, 0), (60, 40), (50_400, 49_600)]
)
def test_the_sign_test_is_the_binomial_test(better, worse):
    exact = stats.binomtest(better, better + worse).pvalue if better + worse else 1.0
    assert sign_test(better, worse) == pytest.approx(exact, rel=1e-6)


def test_the_flip_test_is_the_permutation_test():
    exact = stats.permutation_test(
        (FIRST.rates, SECOND.rates), lambda a, b: np.mean(a - b), permutation_type="samples"
    )
    assert flip_test(FIRST, SECOND, seed=3, flips=200_000) == pytest.approx(exact.pvalue, abs=0.004)


def test_the_flip_test_is_decided_by_its_seed_and_never_zero():
    assert flip_test(FIRST, SECOND, seed=3) == flip_test(FIRST, SECOND, seed=3)
    sure = flip_test(Blocks([4] * 50, 4), Blocks([0] * 50, 4), flips=999)
    assert sure == pytest.approx(1 / 1000)


def test_no_difference_at_all():
    result = compare(FIRST, FIRST)
    assert (result.t, result.p_value, result.sign_p_value) == (None, None, 1.0)
    assert (result.difference.low, result.difference.high) == (0, 0)
    assert flip_test(FIRST, FIRST, flips=100) == 1


@pytest.mark.parametrize("games", [4, 7])  # sevenths are not exact in floats
def test_the_same_difference_in_every_block_leaves_only_the_sign_test(games):
    result = compare(Blocks([1, 2, 3], games), Blocks([2, 3, 4], games))
    assert result.t is result.p_value is None
    assert result.sign_p_value == pytest.approx(0.25)
    assert result.difference.estimate == pytest.approx(-1 / games)
    assert result.difference.width == 0


def test_differences_that_only_rounding_makes_are_ties():
    result = compare(Blocks([1 / 3 + 1 / 3 + 1 / 3, 0.1 + 0.2], 1), Blocks([1, 0.3], 1))
    assert result.tied == 2


def test_pairing_cancels_the_luck_of_the_boards():
    random = np.random.default_rng(9)
    luck = random.beta(1, 3, 2000)
    first = Blocks(random.binomial(4, luck), 4)
    second = Blocks(random.binomial(4, luck), 4)
    apart = math.hypot(t_interval(first).width, t_interval(second).width)
    assert compare(first, second).difference.width < 0.85 * apart


@pytest.mark.full
def test_a_true_null_hypothesis_is_rejected_as_often_as_asked():
    random = np.random.default_rng(10)
    luck = random.beta(1, 3, (1500, 50))
    pairs = zip(random.binomial(4, luck), random.binomial(4, luck), strict=True)
    p_values = np.array([compare(Blocks(a, 4), Blocks(b, 4)).p_value for a, b in pairs])
    assert 0.035 <= (p_values < 0.05).mean() <= 0.065


def test_blocks_that_do_not_match_are_refused():
    with pytest.raises(ArgumentError, match="the first has 8 blocks and the second 2; allowed"):
        compare(FIRST, Blocks([1, 2], 4))
    with pytest.raises(ArgumentError, match="needs at least 2"):
        compare(Blocks([1], 4), Blocks([2], 4))
    with pytest.raises(ArgumentError, match="flips is 1; allowed"):
        flip_test(FIRST, SECOND, flips=1)

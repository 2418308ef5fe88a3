"""How many games it takes: published sizes, Wald's averages by simulation, and whole blocks."""

import math

import numpy as np
import pytest
from scipy import stats
from tests.lab.statistics.simulated import alike, wrong_verdicts

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics import Sprt, fixed_games, power_table, sequential_games
from catanlab.lab.statistics.power import design_effect


def test_a_published_sample_size():
    # Rosner, Fundamentals of Biostatistics, chapter 7: 2 % against 5 %, two-sided, power 0.9, takes 341.
    assert math.ceil(fixed_games(0.02, 0.05, alpha=0.05, power=0.9)) == 341


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize(("p0", "p1"), [(0.25, 0.28), (0.25, 0.30), (0.5, 0.45)])
def test_so_many_games_have_the_power_asked_for(p0, p1, sides):
    games = math.ceil(fixed_games(p0, p1, alpha=0.05, power=0.8, sides=sides))
    reach = stats.norm.ppf(1 - 0.05 / sides) * math.sqrt(games * p0 * (1 - p0))
    if p1 > p0:
        found = stats.binom.sf(games * p0 + reach, games, p1)
    else:
        found = stats.binom.cdf(games * p0 - reach, games, p1)
    assert found == pytest.approx(0.8, abs=0.02)


def test_a_smaller_gain_takes_more_games_and_more_power_too():
    assert fixed_games(0.25, 0.26) > 3.9 * fixed_games(0.25, 0.27)
    assert fixed_games(0.25, 0.30, power=0.9) > fixed_games(0.25, 0.30, power=0.8)
    assert fixed_games(0.25, 0.30, sides=1) < fixed_games(0.25, 0.30, sides=2)
    assert fixed_games(0.25, 0.30, alpha=0.6, power=0.1, sides=1) == 0


def test_walds_averages_by_hand():
    # p0 = 0.25, p1 = 0.5, both risks 0.1: a win is ln 2, a loss ln(2/3), the bounds are +- ln 9.
    games = sequential_games(0.25, 0.5, alpha=0.1, beta=0.1)
    win, loss = math.log(2), math.log(2 / 3)
    assert games.at_p0 == pytest.approx(-0.8 * math.log(9) / (0.25 * win + 0.75 * loss))
    assert games.at_p1 == pytest.approx(0.8 * math.log(9) / (0.5 * win + 0.5 * loss))
    assert games.between == pytest.approx(-(math.log(9) ** 2) / (win * loss))


@pytest.mark.full
@pytest.mark.parametrize("truth", ["at_p0", "at_p1", "between"])
def test_walds_averages_are_what_tests_take(truth):
    p0, p1 = 0.25, 0.35
    win, loss = math.log(p1 / p0), math.log((1 - p1) / (1 - p0))
    rate = {"at_p0": p0, "at_p1": p1, "between": loss / (loss - win)}[truth]
    steps = np.where(np.random.default_rng(31).random((4000, 3000)) < rate, win, loss)
    totals = steps.cumsum(axis=1)
    lower, upper = Sprt(p0, p1).lower, Sprt(p0, p1).upper
    ended = (totals <= lower) | (totals >= upper)
    assert ended.any(axis=1).all()
    mean = (ended.argmax(axis=1) + 1).mean()
    expected = getattr(sequential_games(p0, p1), truth)
    assert expected <= mean <= 1.1 * expected  # the step beyond the bound comes on top


@pytest.mark.full
def test_the_default_model_takes_about_as_many_games_as_wald_says():
    for rate, expected in (
        (0.25, sequential_games(0.25, 0.35).at_p0),
        (0.35, sequential_games(0.25, 0.35).at_p1),
    ):
        wins = alike(np.random.default_rng(32), rate, 0.0, (1000, 1000))
        _, blocks = wrong_verdicts(wins, rate, 0.25, 0.35)
        assert 1.0 <= 4 * blocks / expected <= 1.35


def test_the_design_effect_multiplies_the_games():
    assert design_effect(4, 0) == 1
    assert design_effect(4, 1) == 4
    assert design_effect(1, 0.5) == 1
    (plain,), (dear,) = power_table([0.02]), power_table([0.02], correlation=1 / 3)
    assert dear.two_sided == pytest.approx(2 * plain.two_sided, abs=8)
    assert dear.sprt_gain == pytest.approx(2 * plain.sprt_gain, abs=8)


def test_games_come_in_whole_blocks():
    (row,) = power_table([0.05], block_games=24)
    for games in (row.two_sided, row.one_sided, row.sprt_reference, row.sprt_between, row.sprt_gain):
        assert games % 24 == 0
    assert 0 <= row.two_sided - fixed_games(0.25, 0.30) < 24


def test_an_sprt_takes_fewer_games_than_a_fixed_test_of_the_same_risks():
    for row in power_table([0.01, 0.03, 0.05]):
        assert max(row.sprt_reference, row.sprt_between, row.sprt_gain) < row.one_sided < row.two_sided
        assert row.win_rate == pytest.approx(0.25 + row.gain)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: fixed_games(0.25, 0.25), "p0 and p1 are both 0.25"),
        (lambda: fixed_games(0.25, 1.2), "p1 is 1.2; allowed is a number between 0 and 1"),
        (lambda: fixed_games(0.25, 0.3, sides=3), "sides is 3; allowed is an integer from 1 to 2"),
        (lambda: fixed_games(0.25, 0.3, power=1), "power is 1; allowed"),
        (lambda: sequential_games(0.25, 0.3, alpha=2), "alpha is 2; allowed"),
        (
            lambda: design_effect(4, -0.34),
            "correlation is -0.34; allowed in blocks of 4 games is a number above -1/3",
        ),
        (lambda: design_effect(4, 1.5), "correlation is 1.5"),
        (lambda: design_effect(4, math.nan), "correlation is nan"),
        (lambda: design_effect(0, 0), "block_games is 0; allowed is an integer from 1"),
        (
            lambda: power_table([0.1], alpha=0.5, power=0.4),
            "alpha is 0.5 and power 0.4; allowed is a power above",
        ),
    ],
)
def test_invalid_arguments_are_refused(call, says):
    with pytest.raises(ArgumentError, match=says):
        call()

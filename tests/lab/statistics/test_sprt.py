"""The SPRT: bounds, verdicts, Wald's published plan, and its error rates by simulation."""

import math

import numpy as np
import pytest
from tests.lab.statistics.simulated import alike, balanced, wrong_verdicts

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics import Blocks, Sprt, Verdict, multinomial_llr
from catanlab.lab.statistics.sprt import llr_bounds


def test_bounds_are_walds():
    assert llr_bounds(0.05, 0.05) == pytest.approx((-2.94, 2.94), abs=0.005)  # as fishtest prints them
    assert llr_bounds(0.05, 0.10) == pytest.approx((-math.log(9.5), math.log(18)))


def test_a_published_sampling_plan():
    # Montgomery, Introduction to Statistical Quality Control, item-by-item sequential sampling: with
    # p0 = 0.01, p1 = 0.06, alpha = 0.05, beta = 0.10 the lines are -1.22 + 0.028 n and 1.57 + 0.028 n.
    def verdict(wins: int, games: int) -> Verdict:
        test = Sprt(0.01, 0.06, alpha=0.05, beta=0.10, model="binomial")
        return test.add(wins, games)

    for wins in (0, 1, 2, 3):
        accepted = math.ceil((wins + 1.2211) / 0.028108)
        assert verdict(wins, accepted - 1) is not Verdict.ACCEPT_H0
        assert verdict(wins, accepted) is Verdict.ACCEPT_H0
    for wins in (2, 3, 4, 5):
        rejected = math.floor((wins - 1.5678) / 0.028108)
        assert verdict(wins, rejected) is Verdict.ACCEPT_H1
        assert verdict(wins, rejected + 1) is not Verdict.ACCEPT_H1


def test_the_first_crossing_is_final():
    test = Sprt(0.25, 0.5)
    while test.add(4, 4) is Verdict.CONTINUE:
        pass
    llr, blocks = test.llr, test.blocks
    assert test.verdict is Verdict.ACCEPT_H1
    assert llr >= test.upper
    for _ in range(100):
        assert test.add(0, 4) is Verdict.ACCEPT_H1
    assert (test.llr, test.blocks, test.games) == (llr, blocks, 4 * blocks)


def test_losing_every_game_accepts_h0():
    test = Sprt(0.25, 0.30)
    assert test.add_all(Blocks([0] * 200, 4)) is Verdict.ACCEPT_H0
    assert test.llr <= test.lower
    assert test.blocks < 200


@pytest.mark.full
def test_blocks_at_once_are_blocks_one_by_one():
    wins = np.random.default_rng(2).binomial(4, 0.27, 300)
    one, other = Sprt(0.25, 0.27), Sprt(0.25, 0.27)
    one.add_all(Blocks(wins, 4))
    for won in wins.tolist():
        other.add(won, 4)
    assert (one.llr, one.verdict, one.blocks) == (other.llr, other.verdict, other.blocks)
    counts = np.bincount(wins[: one.blocks], minlength=5)
    assert one.llr == pytest.approx(multinomial_llr([0, 0.25, 0.5, 0.75, 1], counts, 0.25, 0.27))


def test_nothing_is_said_before_the_first_block():
    test = Sprt(0.25, 0.30)
    assert (test.llr, test.verdict, test.blocks) == (0.0, Verdict.CONTINUE, 0)
    assert str(test) == "continue: LLR 0.00 (-2.94, 2.94), H0 25.0 % against H1 30.0 %, 0 games in 0 blocks"


def test_a_worse_rate_can_be_the_alternative():
    test = Sprt(0.30, 0.25)
    assert test.add_all(Blocks([0, 1] * 400, 4)) is Verdict.ACCEPT_H1


@pytest.mark.parametrize("model", ["multinomial", "normal", "binomial"])
def test_no_first_block_decides(model):
    for wins in (0, 0.5, 1, 2, 4):
        assert Sprt(0.25, 0.30, model=model).add(wins, 4) is Verdict.CONTINUE


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"p0": 0}, "p0 is 0; allowed is a number between 0 and 1"),
        ({"p1": 30}, "p1 is 30; allowed is a number between 0 and 1"),
        ({"p1": 0.25}, "p0 and p1 are both 0.25; allowed are two different win rates"),
        ({"alpha": 0}, "alpha is 0; allowed"),
        ({"beta": -1}, "beta is -1; allowed"),
        ({"alpha": 0.5, "beta": 0.5}, "alpha and beta are 0.5 and 0.5; allowed is a sum below 1"),
        ({"model": "magic"}, "model is 'magic'; allowed are multinomial, normal, binomial"),
    ],
)
def test_tests_that_cannot_be_are_refused(options, says):
    with pytest.raises(ArgumentError, match=says):
        Sprt(**{"p0": 0.25, "p1": 0.30} | options)


@pytest.mark.parametrize(("wins", "games"), [(5, 4), (-1, 4), (0, 0), (math.nan, 4), (1, math.inf)])
def test_blocks_that_cannot_be_are_refused(wins, games):
    test = Sprt(0.25, 0.30)
    with pytest.raises(ArgumentError, match="wins from 0 to the games"):
        test.add(wins, games)
    assert test.blocks == 0


KINDS = {"independent": (alike, 0.0), "alike": (alike, 0.2), "balanced": (balanced, 0.6)}


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("truth", [0.25, 0.35])
def test_verdicts_are_wrong_no_more_often_than_asked(kind, truth):
    draw, amount = KINDS[kind]
    wins = draw(np.random.default_rng(20), truth, amount, (1000, 1000))
    wrong, _ = wrong_verdicts(wins, truth, 0.25, 0.35)
    assert wrong <= 0.07


def misjudged(model: str, kind: str, truth: float, runs: int = 500) -> float:
    """Return the part of tests of 0.25 against 0.35 that end with the rate that is not the truth."""
    draw, amount = KINDS[kind]
    wins = draw(np.random.default_rng(21), truth, amount, (runs, 800))
    verdicts = [Sprt(0.25, 0.35, model=model).add_all(Blocks(row, 4)) for row in wins]
    assert Verdict.CONTINUE not in verdicts
    wrong = Verdict.ACCEPT_H1 if truth == 0.25 else Verdict.ACCEPT_H0
    return verdicts.count(wrong) / runs


@pytest.mark.full
def test_the_binomial_ratio_errs_when_games_are_alike_and_the_normal_one_when_blocks_are_few():
    assert misjudged("binomial", "alike", 0.25) > 0.09
    assert misjudged("normal", "independent", 0.35) > 0.12
    assert misjudged("binomial", "independent", 0.25) <= 0.07


@pytest.mark.slow
@pytest.mark.parametrize("games", [4, 24])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("p0", "p1"), [(0.25, 0.28), (0.25, 0.30)])
def test_error_rates_over_thousands_of_tests(p0, p1, kind, games):
    draw, amount = KINDS[kind]
    for truth in (p0, p1):
        wins = draw(np.random.default_rng(22), truth, amount, (2000, 4000), games)
        wrong, blocks = wrong_verdicts(wins, truth, p0, p1, games)
        assert wrong <= 0.065
        assert blocks > 5

"""Verdicts: what blocks say about a claim, and what they could have said."""

import numpy as np
import pytest

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.claims import Outcome, difference, judge, judge_all, mean_interval
from catanlab.lab.experiments.entry import Claim
from catanlab.lab.experiments.measures import BOUNDS, Measured, subtract
from catanlab.lab.experiments.report import claim_data, claims_table


class Given:
    """Measures that a test gives."""

    def __init__(self, **values):
        self._values = values

    def measured(self, name):
        if name not in self._values:
            raise ArgumentError(f"there is no match {name!r}")
        return self._values[name]


def blocks(values, measure="points", first=0):
    numbers, weights = np.arange(first, first + len(values)), np.ones(len(values))
    return Measured(numbers, np.array(values, float), weights, measure, BOUNDS.get(measure))


def claim(effect=1.0, than="b"):
    return Claim(text="a > b", greater="a", than=than, effect=effect)


def test_a_claim_is_held_or_reversed_by_the_interval_of_its_paired_difference():
    luck = np.array([5.0, 1.0, 9.0, 3.0, 7.0, 2.0])  # far larger than the effect, but common to both
    gain = np.array([0.9, 1.1, 1.0, 1.2, 0.8, 1.0])
    found = Given(a=blocks(luck + gain), b=blocks(luck))
    held = judge(claim(0.5), found)
    assert held.outcome is Outcome.HELD
    assert held.difference.estimate == pytest.approx(1.0)
    assert held.difference.low > 0.8
    assert judge(claim(0.5), Given(a=blocks(luck), b=blocks(luck + gain))).outcome is Outcome.REVERSED


def test_the_smallest_effect_is_that_of_80_percent_power():
    random = np.random.default_rng(1)
    gaps = random.normal(0, 1, 10_000)
    found = judge(claim(0.05), Given(a=blocks(gaps), b=blocks(np.zeros(10_000))))
    # (1.96 + 0.84) standard errors: the table of the design of experiments.
    assert found.detectable == pytest.approx(2.8 * gaps.std() / 100, rel=0.01)
    assert found.outcome is Outcome.UNDECIDED
    assert found.counts
    assert "an effect of 0.05 VP is unlikely" in found.words


def test_an_effect_within_the_interval_is_not_called_unlikely():
    gaps = np.random.default_rng(1).normal(0, 1, 10_000)
    gaps += 0.018 - gaps.mean()
    found = judge(claim(0.03), Given(a=blocks(gaps), b=blocks(np.zeros(10_000))))
    assert found.outcome is Outcome.UNDECIDED
    assert found.counts
    assert found.words == "undecided: the run could have seen 0.028 VP, and 0.03 VP are within the interval"


def test_undecided_does_not_count_where_the_effect_could_not_be_seen():
    found = judge(claim(0.1), Given(a=blocks([1, -1, 2, -2.5]), b=blocks([0, 0, 0, 0])))
    assert found.outcome is Outcome.UNDECIDED
    assert not found.counts
    assert found.words.startswith("undecided, and does not count: the run could have seen")


def test_an_effect_below_the_smallest_of_interest_is_said_to_be_so():
    gains = [0.2, 0.21, 0.19, 0.2, 0.22, 0.18]
    found = judge(claim(1.0), Given(a=blocks(gains), b=blocks([0] * 6)))
    assert found.words == "held, but the effect is below 1 VP"


def test_holms_correction_covers_all_claims_that_were_run():
    weak = Given(a=blocks([1, 2, -0.3, 1.5, 0.4, 1]), b=blocks([0] * 6))
    alone = judge(claim(0.5), weak)
    assert 0.01 < alone.p_value < 0.05
    judged = judge_all([claim(0.5), claim(0.5), claim(0.5, than="c")], weak)
    assert [each.adjusted for each in judged] == [pytest.approx(2 * alone.p_value)] * 2 + [None]
    assert judged[0].words == "held, though not after Holm's correction"
    assert judged[2].outcome is Outcome.NOT_RUN
    assert judged[2].words == "not run at this scale: there is no match 'c'"


def test_common_blocks_are_compared_and_others_left_out():
    interval, _, _, count = difference(blocks([9, 1, 2, 3], first=0), blocks([0, 1, 2.5, 9], first=1))
    assert count == 3
    assert interval.estimate == pytest.approx((1 - 0 + 2 - 1 + 3 - 2.5) / 3)
    with pytest.raises(ArgumentError, match="there are 1 blocks in common"):
        difference(blocks([1, 2], first=0), blocks([1, 2], first=1))


def test_blocks_without_spread_still_have_an_interval_of_wins():
    never = blocks([0.0] * 20, "wins")
    interval, p_value, _, _ = difference(never, never)
    assert (interval.estimate, p_value) == (0, 1)
    assert -25 < interval.low < -10
    assert interval.high == -interval.low
    assert judge(claim(5, than=5.0), Given(a=never)).difference.high > 0


@pytest.mark.parametrize("than", ["none", 0.0])
def test_two_blocks_without_spread_decide_nothing_however_a_claim_is_written(than):
    always, never = blocks([100.0] * 2, "wins"), blocks([0.0] * 2, "wins")
    greater = always if than == "none" else subtract(always, never)
    found = judge(claim(5, than=than), Given(a=greater, none=never))
    assert found.outcome is Outcome.UNDECIDED
    assert found.difference.low < 0 < found.difference.high
    assert found.p_value > 0.05
    assert found.detectable > found.difference.estimate


def test_a_difference_of_rates_is_held_by_enough_blocks_without_spread():
    gain = subtract(blocks([100.0] * 12, "wins"), blocks([0.0] * 12, "wins"))
    found = judge(claim(5, than=0.0), Given(a=gain))
    assert found.outcome is Outcome.HELD
    assert 0 < found.difference.low < found.difference.estimate == 100
    assert judge(claim(5, than=0.0), Given(a=subtract(gain, gain))).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(("count", "outcome"), [(5, Outcome.UNDECIDED), (6, Outcome.HELD)])
def test_points_without_spread_are_judged_by_the_sign_test(count, outcome):
    found = judge(claim(1), Given(a=blocks([7.0] * count), b=blocks([5.0] * count)))
    assert (found.outcome, found.p_value) == (outcome, pytest.approx(2 * 0.5**count))
    assert found.detectable is None


def test_a_report_shows_no_interval_where_the_spread_is_unknown():
    judged = [judge(claim(1, than), Given(a=blocks([7.0] * 6), b=blocks([5.0] * 6))) for than in ("b", "c")]
    alike, absent = claims_table(judged).rows
    assert (alike[2], alike[5], absent[2]) == ("2.00", "", "")
    assert claim_data(judged[0])["difference"] == [2, None, None]


def test_undecided_points_without_spread_say_why():
    found = judge(claim(1), Given(a=blocks([7.0] * 2), b=blocks([5.0] * 2)))
    assert not found.counts
    assert found.words == (
        "undecided, and does not count: all 2 blocks differ alike, so their spread is unknown"
    )


def test_differences_by_rounding_alone_are_no_spread():
    thirds = blocks([100 / 3, 100 / 3 + 1e-14, 100 / 3], "wins")
    assert judge(claim(5, than=0.0), Given(a=subtract(thirds, thirds))).outcome is Outcome.UNDECIDED
    assert difference(thirds, 100 / 3)[1] == 1


@pytest.mark.parametrize("than", [1.0, 5.0, 20.0, 50.0, 99.0])
def test_the_p_value_of_a_rate_without_spread_agrees_with_its_interval(than):
    interval, p_value, _, _ = difference(blocks([0.0] * 20, "wins"), than)
    assert (p_value < 0.05) == (interval.high < 0)


def test_holms_correction_counts_claims_without_spread():
    found = Given(
        a=blocks([1, 2, -0.3, 1.5, 0.4, 1]), b=blocks([0] * 6), c=blocks([1, 2, -0.3, 1.5, 0.4, 1])
    )
    alone, same = judge_all([claim(0.5), claim(0.5, than="c")], found)
    assert same.p_value == 1
    assert alone.adjusted == pytest.approx(2 * alone.p_value)


def test_rates_have_wilsons_interval_and_points_that_of_t():
    rates = mean_interval(blocks([0, 100, 0, 0, 0, 0, 0, 0], "wins"))
    assert 0 < rates.low < rates.estimate == 12.5 < rates.high < 60
    points = mean_interval(blocks([4, 6, 5, 5]))
    assert points.estimate == 5
    assert points.high - 5 == pytest.approx(5 - points.low)

"""Estimates of how soon a cost can be paid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catanlab.agents.estimates.quick_build_time import (
    ROLLS_WITHOUT_PRODUCTION,
    rolls_until,
    shortage,
    spare,
    trades_possible,
)

FOUR = (4,) * 5
counts = st.tuples(*[st.integers(0, 9)] * 5)
rates = st.tuples(*[st.floats(0, 1, allow_subnormal=False)] * 5)
ratios = st.tuples(*[st.sampled_from((2, 3, 4))] * 5)


def test_what_is_in_hand_is_paid_at_once():
    assert rolls_until((1, 1, 0, 0, 0), (1, 1, 0, 0, 0), (0.0,) * 5, FOUR) == 0


def test_what_the_bank_gives_for_the_rest_is_paid_at_once():
    assert rolls_until((1, 1, 0, 0, 0), (1, 0, 0, 4, 0), (0.0,) * 5, FOUR) == 0
    assert rolls_until((1, 1, 0, 0, 0), (1, 0, 0, 2, 0), (0.0,) * 5, (4, 4, 4, 2, 4)) == 0


def test_parts_of_trades_do_not_add_up():
    assert rolls_until((1, 1, 0, 0, 0), (1, 0, 0, 2, 2), (0.1,) * 5, FOUR) >= 1


def test_one_card_a_roll_takes_as_many_rolls_as_cards():
    assert rolls_until((3, 0, 0, 0, 0), (0,) * 5, (1.0, 0, 0, 0, 0), FOUR) == pytest.approx(3)
    assert rolls_until((0, 1, 0, 0, 0), (0,) * 5, (1.0, 0, 0, 0, 0), FOUR) == pytest.approx(4)


def test_without_income_it_never_comes():
    assert rolls_until((1, 0, 0, 0, 0), (0,) * 5, (0.0,) * 5, FOUR) == ROLLS_WITHOUT_PRODUCTION


@given(counts, counts, rates, ratios)
def test_more_cards_or_more_income_never_take_longer(need, hand, income, ratio):
    now = rolls_until(need, hand, income, ratio)
    assert now >= 0
    for resource in range(5):
        more = [held + (r == resource) for r, held in enumerate(hand)]
        assert rolls_until(need, more, income, ratio) <= now + 1e-6
        faster = [rate + 0.1 * (r == resource) for r, rate in enumerate(income)]
        assert rolls_until(need, hand, faster, ratio) <= now + 1e-6


@given(counts, counts, ratios)
def test_it_is_zero_exactly_if_trades_cover_what_is_short(need, hand, ratio):
    payable = trades_possible(spare(need, hand), ratio) >= sum(shortage(need, hand))
    assert (rolls_until(need, hand, (0.1,) * 5, ratio) == 0) == payable

"""The exact waiting time, and how far the fast estimate is from its median on Thomas' rows."""

from math import comb

import pytest

from catanlab.agents.base.aim import COSTS
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.exact_build_time import chances, median_rolls
from catanlab.agents.estimates.income import Income
from catanlab.framework.errors import ArgumentError

# The rows of tables 4.1 and 4.2 whose numbers follow from their probabilities; 6 and 8 are as likely.
ROWS = {
    "A": ({"ore": (4,), "sheep": (6,), "wheat": (9,)}, ()),
    "B": ({"clay": (9,), "ore": (6,), "wheat": (4,)}, ()),
    "C": ({"clay": (9,), "ore": (8, 4)}, ()),
    "D": ({"clay": (6, 9), "wood": (5,)}, ()),
    "E": ({"ore": (6, 8)}, ()),
    "F": ({"sheep": (6, 8)}, ()),
    "A, E": ({"ore": (4, 6, 8), "sheep": (6,), "wheat": (9,)}, ()),
    "B, E": ({"clay": (9,), "ore": (6, 6, 8), "wheat": (4,)}, ()),
    "F, G": ({"clay": (9,), "sheep": (6, 8), "wheat": (4,)}, ("sheep",)),
}


@pytest.mark.parametrize(
    ("row", "fast", "median"),
    [
        ("A", (36, 45, 28, 13), (33, 38, 28, 14)),
        ("B", (28, 45, 26, 35), (23, 38, 25, 26)),
        ("C", (20, 45, 36, 36), (18, 43, 37, 31)),
        ("D", (9, 36, 64, 36), (8, 31, 59, 37)),
        ("E", (32, 64, 44, 36), (28, 57, 39, 31)),
        ("F", (32, 52, 80, 36), (28, 46, 71, 31)),
        ("A, E", (24, 24, 18, 9), (19, 21, 14, 9)),
        ("B, E", (9, 16, 14, 13), (11, 20, 15, 14)),
        ("F, G", (9, 13, 26, 13), (9, 13, 23, 12)),
    ],
)
def test_the_fast_estimate_and_the_median_of_the_exact_time(row, fast, median):
    numbers, ports = ROWS[row]
    income = Income.of(numbers, ports=ports)
    assert tuple(BuildTimes().rolls(income, cost) for cost in COSTS.values()) == fast
    assert tuple(median_rolls(income, cost) for cost in COSTS.values()) == median


def test_the_fast_estimate_is_nine_percent_slow_on_average():
    errors = []
    for numbers, ports in ROWS.values():
        income = Income.of(numbers, ports=ports)
        for cost in COSTS.values():
            median = median_rolls(income, cost)
            errors.append((BuildTimes().rolls(income, cost) - median) / median)
    assert len(errors) == 36
    assert sum(errors) / 36 == pytest.approx(0.087, abs=0.001)
    assert (min(errors), max(errors)) == pytest.approx((-0.2, 0.346), abs=0.001)
    assert sum(error > 0 for error in errors) == 25


def test_one_card_comes_as_the_dice_fall():
    income = Income.of({"ore": (8,)})
    found = chances(income, (0, 0, 0, 0, 1), rolls=10)
    assert found == pytest.approx([1 - (31 / 36) ** n for n in range(11)])


def test_eight_of_a_kind_buy_a_road():
    # ten of 36 rolls bring an ore: a binomial distribution
    income = Income.of({"ore": (6, 8)})
    found = chances(income, COSTS["road"], rolls=40)
    p = 10 / 36
    for n, chance in enumerate(found):
        fewer = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(min(n, 7) + 1))
        assert chance == pytest.approx(1 - fewer)


def test_one_roll_may_bring_several_cards():
    # one number brings both cards of a road at once, two numbers one each
    both = Income.of({"wood": (6,), "clay": (6,)})
    apart = Income.of({"wood": (6,), "clay": (8,)})
    assert chances(both, COSTS["road"], rolls=1)[1] == pytest.approx(5 / 36)
    assert chances(apart, COSTS["road"], rolls=1)[1] == 0
    assert chances(apart, COSTS["road"], rolls=2)[2] == pytest.approx(2 * (5 / 36) ** 2)


def test_what_is_held_or_can_be_traded_for_takes_no_roll():
    income = Income.of({"ore": (6,)})
    assert median_rolls(income, COSTS["road"], (1, 1, 0, 0, 0)) == 0
    assert median_rolls(income, COSTS["road"], (1, 0, 0, 0, 4)) == 0
    assert chances(income, COSTS["road"], (1, 0, 0, 0, 4)) == [1.0]


def test_what_never_comes_takes_the_limit():
    assert median_rolls(Income(), COSTS["road"], limit=30) == 30
    assert chances(Income(), COSTS["road"], rolls=5) == [0.0] * 6


def test_the_number_of_rolls_has_a_limit():
    with pytest.raises(ArgumentError, match="rolls"):
        chances(Income(), COSTS["road"], rolls=-1)

"""The building speed estimate against every number that Thomas prints."""

import pytest

from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income, hundredths
from catanlab.framework.errors import ArgumentError

ROAD, SETTLEMENT, CITY, CARD = (1, 1, 0, 0, 0), (1, 1, 1, 1, 0), (0, 0, 0, 2, 3), (0, 0, 1, 1, 1)

# A number that gives each frequency; several, where one number is not enough.
NUMBERS = {2: (8, 8, 8, 4), 3: (8, 8, 3), 4: (8, 5), 5: (5, 5), 7: (8,), 9: (5,), 13: (4,), 17: (3,)}


def income(ports=(), **frequencies):
    made = Income.of({name: NUMBERS[f] for name, f in frequencies.items()}, ports=ports)
    order = ("wood", "clay", "sheep", "wheat", "ore")
    assert made.frequencies == tuple(frequencies.get(name) for name in order)
    return made


FIGURE_3_2 = {"wood": (4, 4), "clay": (3,), "sheep": (10,), "ore": (5,)}
BEFORE = {"clay": (8, 8, 9), "ore": (10, 10, 2), "wheat": (4, 4), "wood": (10,)}
AFTER = {"clay": (8, 8, 9, 9), "ore": (10, 10, 2, 2), "wheat": (4, 4), "wood": (10, 10)}


@pytest.mark.parametrize(
    ("numbers", "ports", "target", "rolls"),
    [
        (FIGURE_3_2 | {"wheat": (9,)}, (), ROAD, 17),  # table 3.3
        (FIGURE_3_2, (), CARD, 24),  # table 3.5
        (FIGURE_3_2, ("wood",), CARD, 13),  # table 3.6
        (BEFORE, (), CITY, 12),  # table 3.9
        (AFTER, (), CITY, 15),  # table 3.10
    ],
)
def test_the_worked_examples_of_chapter_3(numbers, ports, target, rolls):
    assert BuildTimes().rolls(Income.of(numbers, ports=ports), target) == rolls


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (income(ore=13, sheep=7, wheat=9), (36, 45, 28, 13)),
        (income(clay=9, ore=7, wheat=13), (28, 45, 26, 35)),
        (income(clay=9, ore=5), (20, 45, 36, 36)),
        (income(clay=4, wood=9), (9, 36, 64, 36)),
        (income(ore=4), (32, 64, 44, 36)),
        (income(sheep=4), (32, 52, 80, 36)),
        (income(ore=3, sheep=7, wheat=9), (24, 24, 18, 9)),
        (income(clay=9, ore=2, wheat=13), (9, 16, 14, 13)),
        (income(("wood",), clay=3, wood=9), (9, 27, 36, 24)),
        (income(("sheep",), clay=9, sheep=4, wheat=13), (9, 13, 26, 13)),
    ],
)
def test_the_rows_of_tables_4_1_and_4_2(made, expected):
    build_times = BuildTimes()
    assert tuple(build_times.rolls(made, target) for target in (ROAD, SETTLEMENT, CITY, CARD)) == expected
    # from the book, the first time and again
    for _ in range(2):
        kinds = ("road", "settlement", "city", "card")
        assert tuple(build_times.rolls_for(made, kind) for kind in kinds) == expected
    assert build_times.sum(made) == sum(expected)


def test_the_accurate_form_counts_all_cards_of_a_roll():
    # Thomas, table 3.11: wood three at a time from one number
    made = Income.of({"wood": (4, 4, 4)})
    assert BuildTimes().rolls(made, (3, 0, 0, 0, 0)) == 12  # every fourth roll one
    assert BuildTimes(accurate=True).rolls(made, (3, 0, 0, 0, 0)) == 13  # three with the thirteenth
    assert BuildTimes(accurate=True).rolls(made, (1, 0, 0, 0, 0)) == 13


def test_what_is_held_counts_and_is_traded_before_the_first_roll():
    made = income(ore=4)
    build_times = BuildTimes()
    assert build_times.rolls(made, CITY, (0, 0, 0, 2, 3)) == 0
    assert build_times.rolls(made, CITY, (4, 0, 0, 1, 3)) == 0
    assert build_times.rolls(made, CITY, (3, 0, 0, 1, 3)) > 0


def test_nothing_comes_from_nothing_and_the_limit_holds():
    assert BuildTimes().rolls(Income(), ROAD) == 1000
    assert BuildTimes(limit=40).rolls(income(sheep=4), CITY) == 40
    assert BuildTimes(limit=40, accurate=True).rolls(Income(), ROAD) == 40
    with pytest.raises(ArgumentError, match="limit"):
        BuildTimes(limit=0)


def test_several_of_a_kind_are_one_target():
    made = income(clay=4, wood=9)
    build_times = BuildTimes()
    assert build_times.rolls_for(made, "road", 3) == build_times.rolls(made, (3, 3, 0, 0, 0))
    assert build_times.rolls_for(made, "settlement", 3) == build_times.rolls(made, (3, 3, 1, 1, 0))


def test_probabilities_are_those_of_table_3_1():
    assert [hundredths(number) for number in range(2, 13)] == [3, 6, 8, 11, 14, 17, 14, 11, 8, 6, 3]


def test_a_resource_or_port_must_exist():
    with pytest.raises(ArgumentError, match="'gold' is no resource"):
        Income.of({"gold": (6,)})
    with pytest.raises(ArgumentError, match="'gold' is no port"):
        Income.of({}, ports=("gold",))

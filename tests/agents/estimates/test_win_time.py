"""The estimated time to win and its plan, on positions where it has the values of Thomas' tables."""

import pytest

from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.games.catan import constants as c
from catanlab.games.catan.text.reader import read_position
from catanlab.games.catan.view.belief import Belief
from catanlab.games.catan.view.view import restore_view

# Thomas does not print his boards: these were looked for until they had the times of his tables.
TABLE_4_4 = (
    "h4s11w12/h8c3w6s9/o5c10c11o5w10/w2h9o4s8/s6h3d/w33h33ocs base s44s49;44-48,49-52;-;-;0 "
    "s25s26;20-26,25-31;-;-;0 s1s8s18;1-4-8,18-24;-;-;0 s2s30;2-6,19-24-30;-;-;0 10 14k2r2p2m5v 20:2 main r"
)
TABLE_4_5 = (
    "ds12c9/o11w6h5h10/s4c3h11s4w8/o8s10w9c3/o5h2w6/sh33oc33w base s16s51;16-21,48-51;-;-;0 "
    "s6s12;2-6-10-15,9-13-8-12;-;-;0 s26s31;4-8,31-25-20-26-32,37-31-36-41-45,49-52;-;-;2 "
    "c14s44;10-14-19-25,44-48-52;-;-;1 6 11k2r2p2m5v 63:3 main r road=2"
)


def forecasts(line, seat):
    """Return the prospects of a seat that knows the position of a line."""
    state = read_position(line, check=False)
    view = restore_view(
        state.game, seat, (), state.fields(), Belief(4), (c.FULL_DECK, [0] * 4, 0, [99] * 4)
    )
    found = SeatForecasts(WinTimePlan())
    found.look(view)
    return found


def after(found, seat, kind, place):
    [times] = [times for name, where, times in found.builds(seat) if (name, where) == (kind, place)]
    return times


def test_a_road_that_brings_the_win_from_80_to_70_rolls_is_worth_12_5():
    found = forecasts(TABLE_4_4, 2)
    before = [found.win_rolls(seat) for seat in range(4)]
    times = after(found, 2, "road", 27)
    assert (before[2], times[2]) == (80, 70)
    assert [times[seat] for seat in (0, 1, 3)] == [before[seat] for seat in (0, 1, 3)]
    assert WinTimePlan().utility(2, before, times) == 12.5


def test_the_plan_is_printed_as_steps_that_add_up():
    found = forecasts(TABLE_4_4, 2)
    steps = found.win_steps(2)
    assert [(step.text, step.rolls) for step in steps] == [
        ("settlement at 0, settlement at 9", 35),
        ("city at 8, city at 18", 30),
        ("Longest Road", 6),
        ("city at 9", 9),
    ]
    assert sum(step.rolls for step in steps) == found.win_rolls(2) == 80


def test_a_settlement_that_helps_its_owner_and_hurts_a_rival_is_worth_the_sum():
    found = forecasts(TABLE_4_5, 3)
    before = [found.win_rolls(seat) for seat in range(4)]
    times = after(found, 3, "settlement", 52)
    assert (before[3], times[3]) == (71, 57)
    assert (before[2], times[2]) == (60, 73)
    assert [times[seat] for seat in (0, 1)] == [before[seat] for seat in (0, 1)]
    own = WinTimePlan(others=0).utility(3, before, times)
    rival = WinTimePlan(own=0).utility(3, before, times)
    assert (round(own, 1), round(rival, 1)) == (19.7, 21.7)
    assert round(WinTimePlan().utility(3, before, times), 1) == 41.4


@pytest.mark.parametrize("weight", [0.5, 2.0])
def test_the_weights_are_factors(weight):
    before, times = [80, 60, 71, 90], [80, 73, 57, 90]
    plain = WinTimePlan().utility(2, before, times)
    own = WinTimePlan(others=0).utility(2, before, times)
    rivals = plain - own
    assert WinTimePlan(own=weight).utility(2, before, times) == pytest.approx(weight * own + rivals)
    assert WinTimePlan(others=weight).utility(2, before, times) == pytest.approx(own + weight * rivals)

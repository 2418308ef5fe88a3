"""Clocks, deadlines and the time of a seat."""

import math

import pytest

from catanlab.framework.errors import ArgumentError
from catanlab.table.clock import Deadline, FakeClock, SeatClock, SystemClock


def test_a_deadline_counts_down_and_passes():
    clock = FakeClock(100.0)
    deadline = Deadline(clock, 2.0)
    assert (deadline.left(), deadline.passed) == (2.0, False)
    clock.advance(1.5)
    assert (deadline.left(), deadline.passed) == (0.5, False)
    clock.advance(0.5)
    assert (deadline.left(), deadline.passed) == (0.0, True)
    clock.advance(5.0)
    assert deadline.left() == 0.0


def test_without_a_limit_a_deadline_never_passes():
    clock = FakeClock()
    deadline = Deadline(clock)
    clock.advance(1e9)
    assert deadline.left() == math.inf
    assert not deadline.passed


def test_the_system_clock_goes_forward():
    clock = SystemClock()
    assert clock.now() <= clock.now()


def test_a_move_gets_the_lesser_of_move_time_and_budget():
    clock = SeatClock(FakeClock(), move_seconds=3.0, game_seconds=5.0)
    assert clock.allowed == 3.0
    clock.spend(3.0)
    assert (clock.left, clock.allowed) == (2.0, 2.0)
    clock.spend(9.0)
    assert (clock.left, clock.allowed) == (0.0, 0.0)


def test_without_limits_there_is_no_end_of_time():
    clock = SeatClock(FakeClock())
    clock.spend(1e9)
    assert clock.allowed == clock.left == math.inf


@pytest.mark.parametrize("value", [0, -1, "2", True, math.nan])
@pytest.mark.parametrize("limit", ["move_seconds", "game_seconds"])
def test_a_limit_must_be_a_positive_number(limit, value):
    with pytest.raises(ArgumentError, match=limit):
        SeatClock(FakeClock(), **{limit: value})


def test_the_grace_must_not_be_negative():
    with pytest.raises(ArgumentError, match="grace_seconds"):
        SeatClock(FakeClock(), grace_seconds=-0.1)

"""The clocks of a room: banks, answers, grants, absence."""

from catanlab.server.rooms.clocks import Clocks
from catanlab.server.wire import Pace

PACE = Pace(decision=10, bank=20, answer=5, discard=6, grant=7)


def clocks(pace=PACE, grace=60.0):
    return Clocks.new(pace, grace, 4)


def test_a_decision_beyond_its_seconds_is_charged_to_the_bank():
    kept = clocks()
    kept.ask(1, 3, "decision")
    kept.running[1].run(100.0)
    assert kept.left(1, 104.0) == 26.0
    assert kept.take(1, 115.0) == 15.0
    assert kept.banks == [20, 15, 20, 20]


def test_a_decision_within_its_seconds_leaves_the_bank_alone():
    kept = clocks()
    kept.ask(0, 0, "decision")
    kept.running[0].run(0.0)
    kept.take(0, 10.0)
    assert kept.banks[0] == 20


def test_answers_and_discards_have_short_clocks_without_the_bank():
    kept = clocks()
    kept.ask(2, 1, "answer")
    kept.ask(3, 1, "discard")
    kept.running[2].run(0.0)
    kept.running[3].run(0.0)
    assert not kept.is_late(2, 4.9)
    assert kept.is_late(2, 5.0)
    assert kept.is_late(3, 6.0)
    kept.take(2, 9.0)
    assert kept.banks[2] == 20


def test_the_clock_of_one_decision_goes_on_whoever_sits_there():
    kept = clocks()
    kept.ask(1, 3, "answer")
    kept.running[1].run(0.0)
    kept.running[1].stand(2.0, absent=False)
    kept.ask(1, 3, "answer")
    kept.running[1].run(50.0)
    assert kept.left(1, 51.0) == 2.0


def test_another_decision_has_a_clock_of_its_own():
    kept = clocks()
    kept.ask(1, 3, "decision")
    kept.running[1].run(0.0)
    kept.ask(1, 4, "decision")
    assert kept.left(1, 9.0) == 30.0


def test_granted_time_counts_before_the_bank():
    kept = clocks()
    kept.ask(1, 3, "decision")
    kept.running[1].run(0.0)
    kept.running[1].granted += 7
    assert kept.left(1, 10.0) == 27.0
    kept.take(1, 16.0)
    assert kept.banks[1] == 20


def test_the_clock_stands_still_without_a_connection_and_the_grace_time_runs():
    kept = clocks(grace=8.0)
    kept.ask(1, 3, "decision")
    kept.running[1].run(0.0)
    kept.running[1].stand(4.0, absent=True)
    assert kept.left(1, 100.0) == 26.0
    assert not kept.is_forsaken(1, 11.9)
    assert kept.is_forsaken(1, 12.0)
    assert kept.next_alarm(5.0) == 12.0


def test_absence_during_one_decision_adds_up():
    kept = clocks(grace=8.0)
    kept.ask(1, 3, "decision")
    clock = kept.running[1]
    clock.stand(0.0, absent=True)
    clock.run(5.0)
    clock.stand(6.0, absent=True)
    assert not kept.is_forsaken(1, 8.9)
    assert kept.is_forsaken(1, 9.0)


def test_without_a_pace_nobody_is_ever_late():
    kept = clocks(pace=None)
    kept.ask(1, 3, "decision")
    kept.running[1].run(0.0)
    assert kept.left(1, 1e6) is None
    assert not kept.is_late(1, 1e6)
    assert kept.next_alarm(1e6) is None


def test_a_seat_that_owes_nothing_has_no_clock():
    kept = clocks()
    kept.ask(1, 3, "answer")
    kept.ask(2, 3, "answer")
    kept.keep_only({2})
    assert set(kept.running) == {2}

"""Who waits for which worker: lanes, stickiness, admission, and budgets under load."""

import pytest
from tests.server.robots.recorded import heard_game

from catanlab.server.robots.costs import kind_of
from catanlab.server.robots.governor import STEPS, BudgetGovernor
from catanlab.server.robots.questions import RobotsBusyError
from catanlab.server.robots.schedule import ADMITTED_WAIT_SECONDS, Schedule, Ticket

GREEDY = heard_game("greedy")


def ticket(lane="quick", key="room", payer="", **given):
    """Return a question that is not asked of anybody."""
    agent = "greedy" if lane == "quick" else "uct"
    question = GREEDY.question(GREEDY.decisions[0], key=key, agent=agent, payer=payer)
    return Ticket(question, lane, None, 0, **given)


def ready(workers, **options):
    """Return a schedule whose workers have all started."""
    schedule = Schedule(workers, **options)
    for desk in schedule.desks:
        desk.get_ready()
    return schedule


def served(schedule, desk, count, now=0.0):
    """Let a worker answer so many questions at once, and return their lanes."""
    lanes = []
    for _ in range(count):
        lanes.append(schedule.next(desk, now).lane)
        schedule.finish(desk, now)
    return lanes


@pytest.mark.parametrize(("workers", "quick"), [(2, 1), (3, 1), (4, 1), (8, 2)])
def test_some_workers_take_no_searches(workers, quick):
    lanes = [desk.lanes for desk in Schedule(workers).desks]
    assert lanes == [("quick",)] * quick + [("search",)] * (workers - quick)


@pytest.mark.parametrize("workers", [2, 3, 8])
def test_a_quick_question_does_not_wait_behind_searches(workers):
    schedule = ready(workers, max_wait_seconds=1000.0)
    for number in range(100):
        schedule.add(ticket("search", key=f"search {number}"), 0.0)
    for desk in schedule.desks:
        schedule.next(desk, 0.0)
    assert schedule.wait("quick", 0.0) == 0.0
    quick = ticket()
    assert schedule.next(schedule.add(quick, 0.0), 0.0) is quick


def test_with_one_worker_the_lanes_take_turns():
    schedule = ready(1, max_wait_seconds=1000.0)
    for number in range(4):
        schedule.add(ticket("search", key=f"search {number}"), 0.0)
    for number in range(3):
        schedule.add(ticket(key=f"quick {number}"), 0.0)
    lanes = served(schedule, schedule.desks[0], 7)
    assert lanes == ["quick", "search", "quick", "search", "quick", "search", "search"]


def test_a_robot_stays_with_its_worker():
    schedule = ready(5)
    desk = schedule.add(ticket("search", key="room 1"), 0.0)
    schedule.next(desk, 0.0)
    schedule.finish(desk, 0.01)
    for number in range(20):
        other = schedule.add(ticket("search", key=f"other {number}"), 0.0)
        schedule.next(other, 0.0)
        schedule.finish(other, 0.01)
    assert schedule.add(ticket("search", key="room 1"), 0.0) is desk


def test_a_robot_leaves_a_worker_that_is_much_busier_than_another():
    schedule = ready(3)
    home = schedule.add(ticket("search", key="room"), 0.0)
    schedule.next(home, 0.0)
    schedule.finish(home, 0.2)
    for number in range(8):
        home.put(ticket("search", key=f"waiting {number}", cost=1.0))
    assert schedule.add(ticket("search", key="room"), 0.2) is not home


def test_a_free_worker_takes_questions_of_a_crowded_neighbour():
    schedule = ready(3)
    crowded, free = (desk for desk in schedule.desks if "search" in desk.lanes)
    waiting = [ticket("search", key=f"room {number}", cost=1.0) for number in range(4)]
    for each in waiting:
        crowded.put(each)
    assert schedule.next(free, 0.0) is waiting[0]
    assert crowded.waiting("search") == 3


def test_a_question_that_was_not_answered_comes_first_at_another_worker():
    schedule = ready(3)
    desks = [desk for desk in schedule.desks if "search" in desk.lanes]
    desks[1].put(ticket("search", key="patient", cost=0.1))
    again = ticket("search")
    assert schedule.put_back(again, desks[0], 0.0) is desks[1]
    assert schedule.next(desks[1], 0.0) is again


def test_a_question_that_would_wait_too_long_is_refused_with_the_wait():
    schedule = ready(2, max_wait_seconds=1.0, governor=lambda: BudgetGovernor(steps=(1.0,)))
    for number in range(6):
        schedule.add(ticket("search", key=f"room {number}"), 0.0)
    with pytest.raises(RobotsBusyError) as busy:
        schedule.add(ticket("search", key="one more"), 0.0)
    assert 1.0 < busy.value.seconds < 1.5
    assert busy.value.code == "robots-busy"
    assert schedule.refused == 1
    schedule.add(ticket(), 0.0)  # the quick ones are not refused


def test_a_full_queue_refuses():
    schedule = ready(2, max_waiting=3)
    for number in range(3):
        schedule.add(ticket(key=f"room {number}"), 0.0)
    with pytest.raises(RobotsBusyError):
        schedule.add(ticket(key="one more"), 0.0)


def test_nothing_waits_for_workers_that_do_not_start():
    schedule = Schedule(2)
    schedule.desks[0].start_seconds = float("inf")
    with pytest.raises(RobotsBusyError) as busy:
        schedule.add(ticket(), 0.0)
    assert "busy" in str(busy.value)


def test_a_withdrawn_question_takes_no_time():
    schedule = ready(2)
    tickets = [ticket("search", key=f"room {number}") for number in range(5)]
    for each in tickets:
        schedule.add(each, 0.0)
    assert all(schedule.remove(each) for each in tickets)
    assert not schedule.remove(tickets[0])
    assert schedule.wait("search", 0.0) == 0.0


def test_the_expected_wait_follows_the_answers():
    schedule = ready(2)
    for _ in range(50):
        desk = schedule.add(each := ticket("search"), 0.0)
        schedule.next(desk, 0.0)
        schedule.finish(desk, 2.0)
    assert schedule.costs.expected(kind_of(each.question), searches=True) == pytest.approx(2.0, rel=0.1)


def test_250_rooms_with_searches_get_smaller_budgets_instead_of_waiting_for_ever():
    schedule = ready(2)
    for number in range(250):
        schedule.add(ticket("search", key=f"room {number}"), 0.0)
    assert schedule.refused == 0
    assert schedule.budget(0.0) == STEPS[-1]
    assert schedule.wait("search", 0.0) < 5.0
    desk = schedule.desks[1]
    assert schedule.next(desk, 0.0).budget == STEPS[-1]


def test_a_budget_falls_at_once_and_rises_step_by_step():
    governor = BudgetGovernor(target_seconds=1.0, seconds_to_rise=5.0)
    assert governor.update(0.9, now=0.0) == 1.0
    assert governor.update(1.9, now=1.0) == 0.5
    assert governor.update(100.0, now=2.0) == STEPS[-1]
    assert governor.update(0.0, now=6.9) == STEPS[-1]
    budgets = [governor.update(0.0, now=now) for now in (7.0, 8.0, 12.0, 17.0, 22.0, 27.0)]
    assert budgets == [0.125, 0.125, 0.25, 0.5, 1.0, 1.0]


def test_a_budget_does_not_rise_while_it_is_needed():
    governor = BudgetGovernor(target_seconds=1.0, seconds_to_rise=5.0)
    assert [governor.update(3.5, now=float(now)) for now in range(0, 100, 10)] == [0.25] * 10


def test_no_further_game_with_searches_is_admitted_while_they_wait_long_with_the_least_budget():
    schedule = ready(2, max_wait_seconds=1000.0)
    assert not schedule.is_crowded(0.0)
    number = 0
    while not schedule.is_crowded(0.0):
        schedule.add(ticket("search", key=f"search {number}"), 0.0)
        number += 1
        assert number < 10_000
    assert schedule.budget(0.0) == STEPS[-1]
    assert schedule.wait("search", 0.0) > ADMITTED_WAIT_SECONDS
    search = schedule.desks[1]
    while schedule.is_crowded(0.0):
        schedule.next(search, 0.0)
        schedule.finish(search, 0.0)
    assert schedule.wait("search", 0.0) <= ADMITTED_WAIT_SECONDS


# Addresses take turns.


def order(schedule, desk, count):
    """Let a worker answer so many questions at once, and return who pays for them."""
    payers = []
    for _ in range(count):
        payers.append(schedule.next(desk, 0.0).payer)
        schedule.finish(desk, 0.0)
    return payers


@pytest.mark.parametrize("lane", ["quick", "search"])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_a_question_waits_for_one_answer_of_each_other_address_not_for_all_of_them(lane, workers):
    schedule = ready(workers, max_wait_seconds=1000.0)
    for number in range(70):
        schedule.add(ticket(lane, key=f"many {number}", payer="many"), 0.0)
    schedule.add(ticket(lane, key="other", payer="other"), 0.0)
    honest = ticket(lane, key="few", payer="few")
    desk = schedule.add(honest, 0.0)
    turns = order(schedule, desk, 3)
    assert "few" in turns
    if workers < 5:  # else the question of the other is at another worker
        assert sorted(turns) == ["few", "many", "other"]
    assert order(schedule, desk, 2) == ["many"] * 2


def test_three_questions_of_an_address_are_answered_within_three_turns():
    schedule = ready(1)
    for number in range(70):
        schedule.add(ticket(key=f"many {number}", payer="many"), 0.0)
    for seat in range(3):
        schedule.add(ticket(key=f"few {seat}", payer="few"), 0.0)
    assert order(schedule, schedule.desks[0], 7) == ["many", "few", "many", "few", "many", "few", "many"]


def test_the_questions_of_an_address_are_answered_in_their_order():
    schedule = ready(1)
    asked = [ticket(key=f"room {number}", payer=f"{number % 3}") for number in range(9)]
    for each in asked:
        schedule.add(each, 0.0)
    answered = []
    for _ in asked:
        answered.append(schedule.next(schedule.desks[0], 0.0))
        schedule.finish(schedule.desks[0], 0.0)
    for payer in "012":
        assert [each for each in answered if each.payer == payer] == [e for e in asked if e.payer == payer]


def test_who_asks_again_and_again_gets_no_more_turns_than_who_has_many_waiting():
    schedule = ready(1)
    for number in range(40):
        schedule.add(ticket(key=f"many {number}", payer="many"), 0.0)
    turns = []
    for number in range(20):
        schedule.add(ticket(key=f"again {number}", payer="again"), 0.0)
        turns += order(schedule, schedule.desks[0], 2)
    assert turns == ["many", "again"] * 20


def add_all(schedule, tickets):
    for each in tickets:
        schedule.add(each, 0.0)


def test_an_address_is_refused_by_its_own_wait_and_its_own_questions():
    schedule = ready(2, max_wait_seconds=1.0, max_waiting=30)
    many = [ticket("search", key=f"many {number}", payer="many") for number in range(1000)]
    with pytest.raises(RobotsBusyError):
        add_all(schedule, many)
    schedule.add(ticket("search", key="few", payer="few"), 0.0)
    many = [ticket(key=f"many {number}", payer="many") for number in range(31)]
    with pytest.raises(RobotsBusyError):
        add_all(schedule, many)
    schedule.add(ticket(key="few", payer="few"), 0.0)
    assert schedule.refused == 2


def test_many_searches_of_one_address_leave_those_of_another_their_budget_and_their_games():
    schedule = ready(2, max_wait_seconds=1000.0)
    for number in range(400):
        schedule.add(ticket("search", key=f"many {number}", payer="many"), 0.0)
    assert schedule.is_crowded(0.0, "many")
    assert not schedule.is_crowded(0.0, "few")
    few = ticket("search", key="few", payer="few")
    desk = schedule.add(few, 0.0)
    first, second = schedule.next(desk, 0.0), schedule.next(desk, 0.0)
    assert (first.payer, first.budget) == ("many", STEPS[-1])
    assert (second, second.budget) == (few, 1.0)


def test_searches_of_many_addresses_share_the_time_and_their_budgets_fall_together():
    schedule = ready(2, max_wait_seconds=1000.0)
    for number in range(250):
        schedule.add(ticket("search", key=f"room {number}", payer=f"address {number}"), 0.0)
    assert schedule.budget(0.0) == STEPS[-1]
    desk = schedule.desks[1]
    budgets = [schedule.next(desk, 0.0).budget for _ in range(100)]
    assert set(budgets[:50]) == {STEPS[-1]}


def test_what_an_idle_neighbour_takes_is_in_turn_too():
    schedule = ready(3)
    crowded, free = (desk for desk in schedule.desks if "search" in desk.lanes)
    for number in range(5):
        crowded.put(ticket("search", key=f"many {number}", payer="many", cost=1.0))
    few = ticket("search", key="few", payer="few", cost=1.0)
    crowded.put(few)
    assert [schedule.next(free, 0.0).payer for _ in range(3)] == ["many", "few", "many"]


def test_a_withdrawn_question_leaves_the_turns_of_others_as_they_were():
    schedule = ready(1)
    gone = [ticket(key=f"gone {number}", payer="gone") for number in range(3)]
    for each in gone:
        schedule.add(each, 0.0)
    schedule.add(ticket(key="few", payer="few"), 0.0)
    assert all(schedule.remove(each) for each in gone)
    assert schedule.wait("quick", 0.0, "gone") == schedule.wait("quick", 0.0, "few")
    assert schedule.next(schedule.desks[0], 0.0).payer == "few"
    assert schedule.waiting("quick") == 0
    assert schedule.wait("quick", 0.0) == pytest.approx(schedule.desks[0].running.cost)


def test_addresses_that_are_gone_are_forgotten(monkeypatch):
    monkeypatch.setattr("catanlab.server.robots.schedule.MAX_GOVERNORS", 10)
    schedule = ready(2)
    for number in range(100):
        desk = schedule.add(ticket("search", key="room", payer=f"address {number}"), float(number))
        schedule.next(desk, float(number))
        schedule.finish(desk, number + 0.1)
    assert len(schedule._governors) <= 10


def test_a_budget_that_nobody_needed_for_long_is_whole_again():
    governor = BudgetGovernor(target_seconds=1.0, seconds_to_rise=5.0)
    assert governor.update(100.0, now=0.0) == STEPS[-1]
    assert [governor.budget_at(now) for now in (4.9, 5.0, 100.0)] == [STEPS[-1], STEPS[-2], 1.0]
    assert governor.update(0.0, now=100.0) == 1.0

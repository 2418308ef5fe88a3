"""Clocks of a room: seats out of time, what time costs, when clocks stand still, and what robots take."""

import itertools

import pytest
from tests.server.rooms import decide, phase_of, play_on, seated, to_main
from tests.server.test_room_trade import at_offer

from catanlab.server import wire
from catanlab.server.robots.patience import SHARED_SECONDS
from catanlab.server.robots.questions import Answer
from catanlab.server.rooms import timekeeping
from catanlab.server.rooms.robot_asks import SET_UP_SECONDS
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room

PEOPLE = ("ann", "bob", "cat", "dan")
PACE = wire.Pace(decision=60, bank=100, answer=20, discard=30, grant=45)
CLOCKED = wire.RoomOptions(robots=("greedy",), robot_seconds=1.0, pace=PACE, grace=10)


def events(driven, after, audience=None):
    audience = driven.room.public if audience is None else audience
    return [bytes(each.event).decode() for each in driven.room.history.after(after, audience)]


def left(driven, seat):
    return driven.room.clocks.left(seat, driven.now)


def bank(driven, seat):
    return driven.room.clocks.banks[seat]


def alarm(driven):
    return timekeeping.next_alarm(driven.room, driven.desk, driven.now)


def more_time(driven, person, seat):
    return driven.act(person, wire.MoreTime(id=driven.id(), room="r1", seat=seat))


def answer_all(driven, seconds=0.0):
    """Put the robots' questions to them; the answers come after some work."""
    asks = driven.desk.asks(driven.now)
    for ask in asks:
        driven.desk.answered(ask, driven.answer(ask), driven.now + seconds)
    return asks


def let_robots_decide_late(driven, seat):
    """Let a robot choose for a seat that is out of time."""
    asks = [ask for ask in answer_all(driven) if ask.task != "say"]
    assert [(ask.seat, ask.late) for ask in asks] == [(seat, True)]
    driven.tick(3.0)


# Out of time.


@pytest.mark.full
def test_who_does_not_answer_in_time_has_rejected():
    driven, _, _ = at_offer(options=CLOCKED)
    assert driven.move("dan", "accept") == ""
    count = len(driven.rows)
    driven.tick(19.9)
    assert len(driven.rows) == count
    assert alarm(driven) == pytest.approx(driven.now + 0.1)
    driven.tick(0.1)
    assert phase_of(driven) == "CHOOSING"
    texts = events(driven, count)
    assert len(texts) == 2
    assert all('"move":"reject"' in text and '"late":true' in text for text in texts)


def test_who_does_not_choose_among_the_answers_in_time_has_cancelled():
    driven, _, _ = at_offer(options=CLOCKED)
    for person in ("bob", "cat", "dan"):
        driven.move(person, "accept" if person == "dan" else "reject")
    assert left(driven, 0) == PACE.decision + PACE.bank
    count = len(driven.rows)
    driven.tick(160.0)
    assert phase_of(driven) == "MAIN"
    assert '"move":"cancel"' in events(driven, count)[0]
    assert bank(driven, 0) == 0.0


def test_in_the_main_phase_the_clock_ends_the_turn_and_before_the_roll_it_rolls():
    driven = seated(*PEOPLE, options=CLOCKED)
    to_main(driven, 0)
    count = len(driven.rows)
    driven.tick(60.0 + bank(driven, 0))
    assert driven.room.position.on_turn == 1
    assert '"move":"end turn"' in events(driven, count)[0]
    count = len(driven.rows)
    driven.tick(160.0)
    assert '"move":"roll"' in events(driven, count)[0]
    assert '"late":true' in events(driven, count)[0]


def test_at_the_set_up_a_robot_chooses_for_a_person_out_of_time_and_the_bank_is_used_up():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(160.0)
    assert not driven.play.moves
    count = len(driven.rows)
    let_robots_decide_late(driven, 0)
    assert len(driven.play.moves) == 1
    assert '"late":true' in events(driven, count)[0]
    assert driven.room.seating.seats[0].kind == "person"
    assert bank(driven, 0) == 0.0
    assert left(driven, 0) == PACE.decision


def test_a_person_out_of_time_may_still_decide_before_the_robot_does():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(160.0)
    answer_all(driven)
    assert decide(driven, "ann", lambda texts: texts[0]) == ""
    driven.tick(3.0)
    assert len(driven.play.moves) == 1


def test_time_granted_to_a_seat_that_is_late_gives_it_the_decision_back():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(160.0)
    answer_all(driven)
    assert more_time(driven, "bob", 0) == ""
    driven.tick(3.0)
    assert not driven.play.moves
    assert left(driven, 0) == 42.0
    driven.tick(42.0)
    let_robots_decide_late(driven, 0)
    assert len(driven.play.moves) == 1


def at_robber(options):
    driven = seated(*PEOPLE, options=options)
    play_on(driven, until=lambda: phase_of(driven) == "ROBBING")
    return driven


def test_a_robot_moves_the_robber_for_a_person_out_of_time():
    driven = at_robber(CLOCKED)
    seat = driven.room.position.on_turn
    count = len(driven.rows)
    driven.tick(160.0)
    assert len(driven.rows) == count
    let_robots_decide_late(driven, seat)
    assert '"move":"robber' in events(driven, count)[0]
    assert '"late":true' in events(driven, count)[0]


def at_discards():
    options = wire.RoomOptions(
        rules="trading,hand_limit=2", robots=("greedy",), robot_seconds=1.0, pace=PACE, grace=10
    )
    driven = seated(*PEOPLE, options=options)
    play_on(driven, until=lambda: len(driven.room.owing()) >= 2 and phase_of(driven) == "DISCARDING")
    return driven


def test_a_robot_chooses_the_discards_of_a_person_out_of_time_and_they_are_shown_as_late():
    driven = at_discards()
    first, *others = sorted(driven.room.owing())
    assert decide(driven, PEOPLE[first], lambda texts: texts[0]) == ""
    count = len(driven.rows)
    driven.tick(30.0)
    asks = answer_all(driven)
    assert sorted(ask.seat for ask in asks if ask.task == "discards") == others
    driven.tick(3.0)
    assert phase_of(driven) == "ROBBING"
    for text in events(driven, count):
        if '"move":"discard' in text:
            assert ('"late":true' in text) == (f'"seat":{first}' not in text)
    assert driven.rebuilt().history.after(0, 4) == driven.room.history.after(0, 4)


# Banks.


def test_a_bank_is_charged_with_what_a_decision_takes_beyond_its_seconds():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(59.0)
    decide(driven, "ann", lambda texts: texts[0])
    assert bank(driven, 0) == 100.0
    driven.tick(75.0)
    assert left(driven, 0) == 85.0
    decide(driven, "ann", lambda texts: texts[0])
    assert bank(driven, 0) == 85.0
    assert driven.rebuilt().clocks.banks == driven.room.clocks.banks


def test_answers_and_discards_have_their_own_seconds_and_leave_the_bank_alone():
    driven, _, _ = at_offer(options=CLOCKED)
    before = bank(driven, 1)
    assert left(driven, 1) == 20.0
    driven.tick(19.0)
    driven.move("bob", "reject")
    assert bank(driven, 1) == before


@pytest.mark.parametrize("how", ["stand", "lose"])
def test_who_leaves_amid_a_decision_does_not_save_the_bank(how):
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(150.0)
    if how == "stand":
        driven.act("ann", wire.Stand(id="s", room="r1"))
    else:
        driven.depart("ann")
        driven.tick(10.0)
    assert driven.room.seating.seats[0].kind == "robot"
    assert driven.run_robots() >= 1
    driven.tick(3.0)
    assert len(driven.play.moves) == 1
    assert bank(driven, 0) == pytest.approx(10.0)


def test_the_others_grant_time_and_nobody_oneself():
    driven = seated(*PEOPLE, options=CLOCKED)
    assert more_time(driven, "ann", 0) == "no-clock"
    assert more_time(driven, "bob", 1) == "no-clock"
    assert more_time(driven, "bob", 2) == "no-clock"
    assert more_time(driven, "bob", 0) == ""
    assert left(driven, 0) == 205.0
    driven.arrive("eve")
    assert more_time(driven, "eve", 0) == "not-seated"
    driven.tick(105.0)
    decide(driven, "ann", lambda texts: texts[0])
    assert bank(driven, 0) == 100.0


def test_without_a_pace_there_are_no_clocks():
    driven = seated(*PEOPLE)
    driven.tick(100_000.0)
    assert not driven.play.moves
    assert left(driven, 0) is None
    assert more_time(driven, "bob", 0) == "no-clock"
    assert alarm(driven) is None


# Standing still.


def test_a_clock_stands_still_without_a_connection_and_goes_on_with_it():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(20.0)
    driven.depart("ann")
    driven.tick(9.0)
    assert left(driven, 0) == 140.0
    driven.arrive("ann")
    driven.tick(5.0)
    assert left(driven, 0) == 135.0


def test_all_absences_of_one_decision_count_together():
    driven = seated(*PEOPLE, options=CLOCKED)
    for _ in range(2):
        driven.depart("ann")
        driven.tick(4.0)
        driven.arrive("ann")
        driven.tick(1.0)
    driven.depart("ann")
    assert alarm(driven) == pytest.approx(driven.now + 2.0)
    driven.tick(2.0)
    assert driven.room.seating.seats[0].away


def test_after_a_rebuild_clocks_stand_still_until_somebody_is_back():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.tick(20.0)
    driven.room = driven.rebuilt()
    driven.desk = RobotDesk(driven.room)
    assert driven.room.status == "sleeping"
    driven.tick(500.0)
    assert alarm(driven) is None
    assert left(driven, 0) == 160.0
    driven.arrive("bob")
    driven.tick(9.0)
    assert left(driven, 0) == 160.0
    driven.arrive("ann")
    driven.tick(20.0)
    assert left(driven, 0) == 140.0
    assert not driven.play.moves


def test_after_a_rebuild_the_grace_time_runs_once_somebody_is_back():
    driven = seated(*PEOPLE, options=CLOCKED)
    driven.room = driven.rebuilt()
    driven.desk = RobotDesk(driven.room)
    driven.tick(500.0)
    driven.arrive("bob")
    assert alarm(driven) == driven.now + 10.0
    driven.tick(10.0)
    assert driven.room.seating.seats[0].away


# Robots.


def chosen_by(driven):
    """Return the seats of robots that are asked for a decision now."""
    return [ask.seat for ask in driven.desk.asks(driven.now) if ask.task == "choose"]


def test_without_clocks_a_robot_waits_for_the_only_person_until_the_answer():
    driven = at_robots_offer("ann")
    assert alarm(driven) is None
    driven.tick(3600.0)
    assert chosen_by(driven) == []
    driven.depart("ann")  # the room sleeps
    driven.tick(3600.0)
    driven.arrive("ann")
    assert chosen_by(driven) == []
    assert driven.move("ann", "reject") == ""


@pytest.mark.full
def test_without_clocks_a_robot_takes_its_offer_back_when_others_have_waited_for_minutes():
    driven = at_robots_offer("ann", "bob")
    assert alarm(driven) == pytest.approx(driven.now + SHARED_SECONDS)
    driven.tick(SHARED_SECONDS - 1.0)
    assert chosen_by(driven) == []
    driven.tick(1.0)
    asks = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
    assert [ask.seat for ask in asks] == [driven.room.position.on_turn]
    driven.desk.answered(asks[0], driven.answer(asks[0]), driven.now)
    assert alarm(driven) > driven.now, "the room would be called again and again"
    driven.tick(3.0)
    assert phase_of(driven) != "ANSWERING"


def at_robots_offer(*people):
    """Return a room without clocks in which a robot's offer waits for the first of these people only."""
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=1.0, grace=600)
    for seed in range(1, 30):
        driven = seated(*people, options=options, seed=seed)
        for _ in range(1500):
            answer_all(driven)
            driven.tick(2.0)
            owing = driven.room.owing()
            if phase_of(driven) == "ANSWERING" and list(owing) == [0]:
                return driven
            for seat in sorted(owing, reverse=True):
                if seat < len(people):
                    decide(driven, people[seat], _quiet)
                    break
            if driven.play.is_over:
                break
    raise AssertionError("no robot made an offer to a person")


def _quiet(texts):
    return next((text for text in texts if text in ("end turn", "roll", "reject")), texts[0])


def after_the_set_up():
    """Return a room in which robots think for a second, at the first roll, which is a robot's."""
    driven = seated("ann", options=wire.RoomOptions(robots=("greedy",), robot_seconds=1.0), seats=(3,))
    while phase_of(driven) != "BEFORE_ROLL":
        if 3 in driven.room.owing():
            decide(driven, "ann", _quiet)
        else:
            answer_all(driven)
            driven.tick(0.5)
    return driven


def test_the_time_of_a_robots_answer_does_not_depend_on_its_work():
    shown = set()
    for worked in (0.0, 0.01, 0.2, 0.59):
        driven = after_the_set_up()
        answer_all(driven, worked)
        shown.add(alarm(driven) - driven.now)
    assert len(shown) == 1
    assert 0.6 <= shown.pop() <= 1.4


@pytest.mark.parametrize(("usual", "most"), [(1.0, SET_UP_SECONDS), (0.1, 0.1)])
def test_robots_place_quickly_in_the_set_up(usual, most):
    driven = seated("ann", options=wire.RoomOptions(robots=("greedy",), robot_seconds=usual), seats=(3,))
    answer_all(driven, 0.01)
    assert 0.6 * most <= alarm(driven) - driven.now <= 1.4 * most


def offering(driven, ask):
    """Return an offer of one card to the person in seat 0 alone, as the robot's answer."""
    hand = driven.view(ask.seat).position.own.certain
    names = ("wood", "clay", "sheep", "wheat", "ore")
    give = next(name for name, n in zip(names, hand, strict=True) if n)
    get = next(name for name in names if name != give)
    return Answer(moves=(f"offer 1 {give} for 1 {get} to 0",))


@pytest.mark.full
def test_a_robot_that_may_make_no_more_offers_takes_no_longer_than_one_that_wants_none():
    shown = []
    for wants in (False, True):
        options = wire.RoomOptions(robots=("greedy",), robot_seconds=1.0, robot_offers=0)
        driven = seated("ann", options=options)
        robots_main(driven)
        asked_at = driven.now
        [ask] = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
        if wants:
            driven.now += 0.3
            driven.desk.answered(ask, offering(driven, ask), driven.now)
            [ask] = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
            assert not ask.may_offer
        driven.desk.answered(ask, Answer(moves=("end turn",)), driven.now)
        shown.append(alarm(driven) - asked_at)
        driven.tick(3.0)
        assert b"end turn" in driven.rows[-1].body or b"end turn" in driven.rows[-2].body
    assert shown[0] == shown[1]


def robots_main(driven):
    """Go on until a robot is in its main phase, with cards, and has not been asked."""
    for _ in range(400):
        position = driven.room.position
        on_turn = position.on_turn
        if (
            phase_of(driven) == "MAIN"
            and on_turn != 0
            and position.seats[on_turn].hand_size
            and not driven.desk._asked
            and not driven.desk._ready
        ):
            return
        for ask in driven.desk.asks(driven.now):
            driven.desk.answered(ask, driven.answer(ask), driven.now)
        driven.tick(2.0)
        if 0 in driven.room.owing():
            decide(driven, "ann", _quiet)
    raise AssertionError("no robot came to its main phase")


def test_a_robot_that_offers_although_it_may_not_is_replaced_by_a_simple_move():
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=1.0, robot_offers=0)
    driven = seated("ann", options=options)
    robots_main(driven)
    for _ in range(2):
        [ask] = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
        driven.desk.answered(ask, offering(driven, ask), driven.now)
    count = len(driven.rows)
    driven.tick(3.0)
    assert [row.kind for row in driven.rows[count:]][:2] == ["incident", "moved"]


def test_a_worker_that_answers_with_nothing_is_replaced_by_a_simple_move():
    driven = seated("ann", seats=(3,))
    [ask] = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
    driven.desk.answered(ask, Answer(), driven.now)
    driven.tick()
    assert [row.kind for row in driven.rows[-2:]] == ["incident", "moved"]


def test_a_room_that_is_over_does_not_wait_for_workers_that_were_busy():
    driven = seated("ann", seats=(3,))
    [ask] = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
    driven.desk.was_busy(ask, 5.0, driven.now)
    assert driven.desk.is_busy
    assert alarm(driven) == driven.now + 5.0
    driven.depart("ann")
    assert driven.desk.asks(driven.now) == []
    assert not driven.desk.is_busy
    assert alarm(driven) is None


# Time never stands still.


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2])
def test_after_each_alarm_the_next_one_is_later_or_something_happened(seed):
    """A whole game by the clock alone: one person is there and never acts, one is away, two are robots."""
    pace = wire.Pace(decision=3, bank=5, answer=2, discard=2, grant=1)
    options = wire.RoomOptions(
        rules="trading,hand_limit=4", robots=("greedy",), robot_seconds=1.0, pace=pace, grace=2
    )
    driven = seated("ann", "bob", options=options, seed=seed)
    driven.depart("bob")
    for turn in itertools.count():
        answer_all(driven, (turn % 7) / 10)
        when = alarm(driven)
        if when is None or driven.play.is_over:
            break
        assert when >= driven.now
        before = driven.now, len(driven.rows)
        driven.tick(max(0.0, when - driven.now))
        answer_all(driven)
        assert (driven.now, len(driven.rows)) > before
        later = alarm(driven)
        assert later is None or later > driven.now or len(driven.rows) > before[1]
        assert turn < 6000
    assert driven.play.is_over
    assert Room.rebuild(driven.rows, 1).history.after(0, 4) == driven.room.history.after(0, 4)

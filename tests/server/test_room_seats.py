"""Seats that live: leaving, coming back, losing the connection, locks."""

import json

from tests.server.rooms import OPTIONS, DrivenRoom, decide, legal_texts, phase_of, play_on, seated, to_main

from catanlab.server import wire
from catanlab.server.rooms.standings import line_of
from catanlab.server.rooms.table_info import table_info


def seat(driven, number):
    return driven.room.seating.seats[number]


def lock(driven, person, number, locked=True):
    return driven.act(person, wire.Lock(id=driven.id(), room="r1", seat=number, locked=locked))


def stand(driven, person):
    return driven.act(person, wire.Stand(id=driven.id(), room="r1"))


def test_robots_fill_the_empty_seats_at_the_start():
    driven = seated("ann")
    assert [each.kind for each in driven.room.seating.seats] == ["person", "robot", "robot", "robot"]


def test_who_made_a_room_may_start_it_and_watch_robots_play():
    driven = DrivenRoom(people=("ann",))
    assert driven.start("bob") == "not-seated"
    assert driven.start("ann") == ""
    play_on(driven, until=lambda: driven.room.position.turn >= 8)
    assert driven.start("ann") == "already-begun"


def test_who_leaves_is_replaced_by_a_robot_at_once():
    driven = seated("ann", "bob")
    assert stand(driven, "ann") == ""
    assert seat(driven, 0).kind == "robot"
    assert driven.run_robots() >= 1
    assert len(driven.play.moves) == 1


def test_who_left_comes_back_only_to_the_same_seat_and_at_the_next_decision():
    driven = seated("ann", "bob")
    stand(driven, "ann")
    assert driven.sit("ann", 3) == "other-seat-held"
    # Seat 0 owes a decision that the robot has been given: the person gets the seat after it.
    assert driven.sit("ann") == ""
    assert seat(driven, 0).kind == "robot"
    driven.run_robots()
    assert (seat(driven, 0).kind, seat(driven, 0).person) == ("person", "ann")


def test_a_spectator_may_take_the_seat_of_a_robot_and_sees_its_hand_from_then_on():
    driven = seated("ann")
    driven.arrive("eve")
    assert driven.room.audience_of("eve") == driven.room.public
    assert driven.sit("eve", 2) == ""
    assert seat(driven, 2).person == "eve"
    assert driven.room.audience_of("eve") == 2


def test_a_locked_seat_stays_with_its_robot():
    driven = seated("ann")
    driven.arrive("eve")
    assert lock(driven, "eve", 2) == "not-seated"
    assert lock(driven, "ann", 2) == ""
    assert driven.sit("eve", 2) == "seat-locked"
    assert lock(driven, "ann", 2, False) == ""
    assert driven.sit("eve", 2) == ""


def test_the_invitation_to_a_public_room_opens_a_locked_seat_and_no_other_words_do():
    driven = seated("ann")
    driven.arrive("eve", "bob")
    for number in (1, 2, 3):
        lock(driven, "ann", number)
    assert driven.room.seating.free(begun=True) == 0
    assert driven.sit("eve") == "seat-taken"
    assert driven.sit("eve", 2, invitation=driven.room.invitation[:-1]) == "seat-locked"
    assert driven.sit("bob", invitation=driven.room.invitation) == ""
    assert seat(driven, 1).person == "bob"
    assert driven.sit("eve", 2, invitation=driven.room.invitation) == ""
    assert seat(driven, 2).person == "eve"


def test_before_the_start_the_invited_get_the_open_seats_first():
    driven = DrivenRoom(people=("ann",))
    driven.sit("ann", 0)
    lock(driven, "ann", 1)
    driven.arrive("bob", "eve", "zoe", "pit")
    assert driven.sit("bob", invitation=driven.room.invitation) == ""
    assert driven.sit("eve") == ""
    assert (seat(driven, 2).person, seat(driven, 3).person) == ("bob", "eve")
    assert driven.sit("zoe") == "seat-taken"
    assert driven.sit("pit", invitation=driven.room.invitation) == ""
    assert seat(driven, 1).person == "pit"


def test_in_a_private_room_everybody_is_invited_and_a_lock_holds_for_all():
    private = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, public=False)
    driven = seated("ann", options=private)
    driven.arrive("eve")
    lock(driven, "ann", 2)
    assert driven.sit("eve", 2, invitation=driven.room.invitation) == "seat-locked"


def test_no_invitation_opens_the_seat_that_a_robot_keeps_for_somebody():
    driven = seated("ann", "bob", options=wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, grace=30))
    for _ in range(2):
        decide(driven, "ann", lambda texts: texts[0])
    driven.depart("bob")
    driven.tick(30.0)
    driven.arrive("eve")
    assert seat(driven, 1).away
    assert driven.sit("eve", 1, invitation=driven.room.invitation) == "seat-locked"
    for number in (2, 3):
        lock(driven, "ann", number)
    assert driven.sit("eve", invitation=driven.room.invitation) == ""
    assert seat(driven, 2).person == "eve"


def test_who_takes_a_robots_seat_is_new_there_and_who_comes_back_is_not():
    driven = seated("ann")
    driven.arrive("eve")
    driven.sit("eve", 2)
    stand(driven, "eve")
    driven.sit("eve")
    events = [numbered.event for numbered in driven.room.history.after(0, driven.room.public)]
    came = [json.loads(bytes(event)) for event in events if b'"returning"' in bytes(event)]
    assert [event.get("new", False) for event in came] == [True, False]


def test_a_room_tells_its_maker_who_may_have_left_the_seat():
    driven = DrivenRoom(people=("ann", "bob"))
    assert driven.room.maker == ""  # nobody has heard the name yet
    driven.sit("bob", 0)
    driven.sit("ann", 1)
    driven.start()
    assert driven.room.maker == table_info(driven.room, 0.0).maker == line_of(driven.room).maker == "ann"
    stand(driven, "ann")
    assert driven.room.maker == "ann"


def test_a_lost_connection_costs_the_seat_only_after_the_grace_time_of_a_decision_it_owes():
    driven = seated("ann", "bob", options=wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, grace=30))
    driven.depart("bob")
    driven.tick(1000.0)
    assert seat(driven, 1).kind == "person", "bob owes nothing while ann decides"
    for _ in range(2):
        decide(driven, "ann", lambda texts: texts[0])
    assert list(driven.room.owing()) == [1]
    driven.tick(29.0)
    assert seat(driven, 1).kind == "person"
    driven.tick(1.0)
    assert (seat(driven, 1).kind, seat(driven, 1).away) == ("robot", True)
    shown = table_info(driven.room, 0.0).seats[1]
    assert (shown.away, shown.kept_for) == (True, "bob")


def test_who_lost_the_connection_gets_the_seat_back_at_the_next_decision():
    driven = seated("ann", "bob", options=wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, grace=30))
    for _ in range(2):
        decide(driven, "ann", lambda texts: texts[0])
    driven.depart("bob")
    driven.tick(30.0)
    driven.arrive("eve")
    assert driven.sit("eve", 1) == "seat-locked"
    driven.arrive("bob")
    assert seat(driven, 1).kind == "robot"
    driven.run_robots()
    assert (seat(driven, 1).kind, seat(driven, 1).person, seat(driven, 1).locked) == (
        "person",
        "bob",
        False,
    )


def test_a_seat_that_is_kept_can_be_opened_to_others_by_a_player():
    driven = seated("ann", "bob", options=wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, grace=30))
    for _ in range(2):
        decide(driven, "ann", lambda texts: texts[0])
    driven.depart("bob")
    driven.tick(30.0)
    driven.arrive("eve")
    lock(driven, "ann", 1, False)
    assert driven.sit("eve", 1) == ""


def test_a_game_sleeps_until_somebody_comes_for_whom_it_goes_on():
    driven = seated("ann", "bob")
    driven.depart("ann", "bob")
    assert driven.room.status == "sleeping"
    driven.tick(10_000.0)
    rows = len(driven.rows)
    driven.arrive("eve")
    assert driven.room.status == "sleeping", "a spectator sees it sleep"
    driven.tick(10_000.0)
    assert driven.desk.asks(driven.now) == []
    assert (seat(driven, 0).kind, seat(driven, 1).kind) == ("person", "person")
    assert driven.sit("eve", 2) == driven.sit("eve") == "asleep"
    assert stand(driven, "eve") == "not-seated"
    assert len(driven.rows) == rows
    driven.arrive("bob")
    assert driven.room.status == "playing"
    driven.tick(60.0)
    assert seat(driven, 0).away, "a player waits for the other only so long"
    assert driven.sit("eve", 2) == "", "in a game that is awake a robot's seat is free"


def test_a_spectator_alone_keeps_no_game_going():
    pace = wire.Pace(decision=60, bank=60, answer=20, discard=20)
    driven = seated("ann", options=wire.RoomOptions(robots=("greedy",), pace=pace, grace=10))
    driven.arrive("eve")
    driven.tick(5.0)
    driven.depart("ann")
    assert driven.room.status == "sleeping"
    rows = len(driven.rows)
    driven.tick(10_000.0)
    assert (seat(driven, 0).kind, len(driven.rows)) == ("person", rows)
    assert driven.room.clocks.next_alarm(driven.now) is None
    assert driven.room.clocks.elapsed(0, driven.now) == 5.0


def test_the_answers_of_robots_wait_until_the_game_wakes():
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=1.0)
    driven = seated("ann", options=options, seats=(1,))
    [ask] = [each for each in driven.desk.asks(driven.now) if each.task == "choose"]
    driven.depart("ann")
    driven.arrive("eve")
    driven.desk.answered(ask, driven.answer(ask), driven.now)
    driven.tick(100.0)
    assert not driven.play.moves
    driven.arrive("ann")
    driven.tick()
    assert len(driven.play.moves) == 1


def test_robots_alone_play_only_while_somebody_who_held_a_seat_is_there():
    driven = seated("ann")
    driven.arrive("eve")
    assert stand(driven, "ann") == ""
    assert driven.room.status == "playing"
    driven.depart("ann")
    assert driven.room.status == "sleeping"
    assert driven.desk.asks(driven.now) == []
    driven.arrive("ann")
    assert driven.room.status == "playing"
    assert driven.desk.asks(driven.now)


def test_person_robot_person_within_one_offer_is_one_answer_and_one_clock():
    pace = wire.Pace(decision=60, bank=60, answer=20, discard=20)
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=5.0, grace=4, pace=pace)
    driven = seated("ann", "bob", "cat", "dan", options=options)
    to_main(driven, 0)
    give, get = _swap(driven)
    assert driven.move("ann", f"offer 1 {give} for 1 {get} to 1 2 3") == ""
    decision = driven.play.decision
    driven.tick(6.0)
    driven.depart("bob")
    driven.tick(4.0)
    assert seat(driven, 1).away
    asks = [ask for ask in driven.desk.asks(driven.now) if ask.task == "choose"]
    assert [ask.seat for ask in asks] == [1]
    driven.arrive("bob")
    assert seat(driven, 1).returning == "bob"
    assert driven.move("bob", "reject", decision) == "not-seated"
    clock = driven.room.clocks.running[1]
    assert clock.decision == decision
    assert clock.elapsed(driven.now) == 6.0
    driven.desk.answered(asks[0], driven.answer(asks[0]), driven.now)
    driven.tick(10.0)
    answered = [row for row in driven.rows if row.kind == "moved" and b'"seat":1' in row.body][-1]
    assert any(word in answered.body for word in (b"accept", b"reject", b"counter"))
    assert seat(driven, 1).person == "bob"
    assert driven.move("bob", "reject", decision) in ("not-your-decision", "stale-decision")


def _swap(driven):
    """Return a resource that ann holds and another one."""
    hand = driven.view(0).position.own.certain
    names = ("wood", "clay", "sheep", "wheat", "ore")
    give = names[max(range(5), key=lambda i: hand[i])]
    return give, next(name for name in names if name != give)


def test_legal_texts_are_bare():
    driven = seated("ann", options=OPTIONS)
    assert all(" by " not in text for text in legal_texts(driven.view(0)))
    assert phase_of(driven) == "SETUP_SETTLEMENT"

"""Who may take which seat."""

import pytest

from catanlab.server.refusals import Refused
from catanlab.server.rooms.seating import Seating


def seating():
    return Seating.empty(4)


def robot(seats, number, *, keeps=""):
    seat = seats.seats[number]
    seat.kind, seat.person, seat.away, seat.locked = "robot", keeps, bool(keeps), bool(keeps)


def refusal(call):
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code


def test_before_the_game_anybody_takes_a_free_seat():
    seats = seating()
    assert seats.choose("ann", 2, begun=False) == 2
    assert seats.choose("ann", None, begun=False) == 0


def test_the_seat_of_another_person_is_taken():
    seats = seating()
    seats.seats[1].kind, seats.seats[1].person = "person", "bob"
    assert refusal(lambda: seats.choose("ann", 1, begun=False)) == "seat-taken"
    assert refusal(lambda: seats.choose("bob", 1, begun=False)) == "already-seated"


def test_a_person_may_take_the_seat_of_a_robot_unless_it_is_locked():
    seats = seating()
    for number in range(4):
        robot(seats, number)
    assert seats.choose("ann", 3, begun=True) == 3
    seats.seats[3].locked = True
    assert refusal(lambda: seats.choose("ann", 3, begun=True)) == "seat-locked"
    assert seats.choose("ann", None, begun=True) == 0


def test_who_has_held_a_seat_comes_back_only_to_that_seat():
    seats = seating()
    for number in range(4):
        robot(seats, number)
    seats.homes["ann"] = 2
    assert refusal(lambda: seats.choose("ann", 1, begun=True)) == "other-seat-held"
    assert seats.choose("ann", None, begun=True) == 2
    seats.seats[2].locked = True
    assert seats.choose("ann", 2, begun=True) == 2


def test_a_seat_that_a_robot_keeps_is_locked_for_others_only():
    seats = seating()
    robot(seats, 1, keeps="ann")
    assert refusal(lambda: seats.choose("bob", 1, begun=True)) == "seat-locked"
    assert seats.choose("ann", 1, begun=True) == 1
    assert seats.kept_for("ann") == 1


def test_a_seat_that_somebody_is_coming_back_to_is_taken():
    seats = seating()
    robot(seats, 1)
    seats.seats[1].returning = "ann"
    assert refusal(lambda: seats.choose("bob", 1, begun=True)) == "seat-taken"
    assert seats.audience_of("ann") == 1
    assert seats.seat_of("ann") is None


def test_there_is_no_fifth_seat():
    assert refusal(lambda: seating().choose("ann", 4, begun=False)) == "no-such-seat"


def test_a_seat_that_is_kept_for_one_person_is_not_given_to_another_who_held_it_before():
    seats = seating()
    robot(seats, 1, keeps="bob")
    seats.homes |= {"ann": 1, "bob": 1}
    assert refusal(lambda: seats.choose("ann", 1, begun=True)) == "seat-locked"
    assert seats.choose("bob", 1, begun=True) == 1

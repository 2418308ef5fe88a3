"""Reasons of robots: public ones on request during the game, the full one after its end."""

from tests.server.rooms import DrivenRoom, play_on, seated

from catanlab.server import wire
from catanlab.server.rooms import log_entries as log

SHORT = wire.RoomOptions(rules="trading,points_to_win=3", robots=("greedy",), robot_seconds=0.0)


def why(driven: DrivenRoom, person: str, seat: int) -> str:
    return driven.act(person, wire.Why(id=driven.id(), room="r1", seat=seat))


def given(driven: DrivenRoom) -> str:
    entry = log.decode(driven.rows[-1].body)
    assert isinstance(entry, log.Explained)
    return entry.text


def after_a_robots_move(options: wire.RoomOptions = SHORT) -> DrivenRoom:
    driven = seated("ann", options=options)
    play_on(driven, until=lambda: bool(driven.room.reasons.get(1)))
    return driven


def test_a_robot_gives_its_public_reason_when_asked_once_for_a_move():
    driven = after_a_robots_move()
    assert why(driven, "ann", 1) == ""
    assert given(driven) == driven.room.reasons[1]
    assert why(driven, "ann", 1) == "no-reason"


def test_people_are_not_asked_and_there_is_no_seat_five():
    driven = after_a_robots_move()
    assert why(driven, "ann", 0) == "not-a-robot"
    assert why(driven, "ann", 4) == "no-such-seat"


def test_a_room_may_have_robots_that_give_no_reasons():
    driven = after_a_robots_move(
        wire.RoomOptions(rules=SHORT.rules, robots=("greedy",), robot_seconds=0.0, reasons=False)
    )
    assert why(driven, "ann", 1) == "no-reason"


def test_after_the_end_the_reason_is_the_full_one():
    driven = after_a_robots_move()
    play_on(driven, until=lambda: driven.play.is_over)
    seat = next(seat for seat, text in driven.room.explanations.items() if text)
    assert driven.room.explanations[seat] != driven.room.reasons[seat]
    assert why(driven, "ann", seat) == ""
    assert given(driven) == driven.room.explanations[seat]


def test_a_rebuilt_room_knows_the_same_reasons():
    driven = after_a_robots_move()
    play_on(driven, until=lambda: driven.play.is_over)
    again = driven.rebuilt()
    assert (again.reasons, again.explanations) == (driven.room.reasons, driven.room.explanations)

"""Reasons of robots: public ones on request during the game, the full one after its end."""

import json

from tests.server.rooms import DrivenRoom, play_on, seated

from catanlab.server import wire
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.last_reasons import MOST, LastReasons

SHORT = wire.RoomOptions(rules="trading,points_to_win=3", robots=("greedy",), robot_seconds=0.0)


def why(driven: DrivenRoom, person: str, seat: int, seq: int = 0) -> str:
    return driven.act(person, wire.Why(id=driven.id(), room="r1", seat=seat, seq=seq))


def explained(driven: DrivenRoom) -> log.Explained:
    entry = log.decode(driven.rows[-1].body)
    assert isinstance(entry, log.Explained)
    return entry


def moves_of(driven: DrivenRoom, seat: int) -> list[tuple[int, log.Moved]]:
    """Return the moves of a seat that had a reason, with their numbers."""
    entries = [(row.seq, log.decode(row.body)) for row in driven.rows]
    return [
        (number, entry)
        for number, entry in entries
        if isinstance(entry, log.Moved) and entry.seat == seat and entry.reason
    ]


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


def test_the_answer_names_the_move_and_an_earlier_one_may_be_asked_about_too():
    driven = seated("ann", options=wire.RoomOptions(robots=("greedy",), robot_seconds=0.0))
    play_on(driven, until=lambda: len(moves_of(driven, 1)) > 4)
    [*_, (early, first), (_, _), (last, second)] = moves_of(driven, 1)
    assert why(driven, "ann", 1) == ""
    assert (explained(driven).of, explained(driven).text) == (last, second.reason)
    event = json.loads(bytes(driven.room.history.after(len(driven.rows) - 1, 0)[0].event))
    assert event == {"e": "explained", "seat": 1, "text": second.reason, "of": last}
    assert why(driven, "ann", 1, early) == ""
    assert (explained(driven).of, explained(driven).text) == (early, first.reason)
    assert why(driven, "ann", 1, early) == "no-reason"  # it was given
    assert why(driven, "ann", 1, last) == "no-reason"
    assert why(driven, "ann", 2, early) == "no-reason"  # another seat's move
    assert why(driven, "ann", 1, 1) == "no-reason"  # no move at all
    assert driven.rebuilt().explained == driven.room.explained == {early, last}
    assert driven.rebuilt().last_reasons == driven.room.last_reasons


def test_reasons_of_long_ago_are_forgotten():
    reasons = LastReasons()
    for number in range(1, MOST + 3):
        reasons.note(number, number % 4, f"because of {number}")
    assert reasons.find(2, 2) == ""
    assert reasons.find(3, 3) == "because of 3"
    assert reasons.find(3, 2) == ""


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

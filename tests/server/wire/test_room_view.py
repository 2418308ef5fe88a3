"""A client's room: updates are put together in any order they come, and a gap is never overlooked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Raw
from tests.examples import examples

from catanlab.server import wire
from catanlab.server.client.room_view import GapError, NumberError, RoomView


def update(first: int, last: int, *, reset: bool = False, epoch: int = 1) -> wire.Update:
    """Return an update with these events."""
    events = tuple(wire.Numbered(seq=seq) for seq in range(first, last + 1))
    view = Raw(str(last).encode())
    return wire.Update(room="hall", epoch=epoch, seq=last, reset=reset, events=events, view=view)


def test_events_that_are_known_are_not_taken_twice() -> None:
    room = RoomView("hall")
    for first, last in ((1, 3), (2, 5), (1, 5), (6, 6)):
        assert room.take(update(first, last))
    assert [event.seq for event in room.events] == [1, 2, 3, 4, 5, 6]


def test_an_update_that_comes_late_changes_nothing() -> None:
    room = RoomView("hall")
    room.take(update(1, 5))
    assert not room.take(update(1, 4))
    assert not room.take(update(4, 9, epoch=0))
    assert room.view is not None
    assert (room.seq, bytes(room.view)) == (5, b"5")


def test_a_gap_is_an_error_and_changes_nothing() -> None:
    room = RoomView("hall")
    room.take(update(1, 3))
    for missing in (update(5, 6), update(8, 7)):
        with pytest.raises(GapError):
            room.take(missing)
        assert room.seq == 3


def test_a_reset_forgets_what_was_known() -> None:
    room = RoomView("hall")
    room.take(update(1, 3))
    room.take(update(9, 10, reset=True))
    assert [event.seq for event in room.events] == [9, 10]
    assert room.seq == 10
    room.take(wire.Update(room="hall", epoch=2, seq=12, reset=True))
    assert (room.seq, room.view, room.events) == (12, None, [])


def test_numbers_that_contradict_each_other_are_the_servers_fault() -> None:
    numbers = [(1, 3), (2, 1), (1, 1), (2, 3)]
    for first, second in numbers:
        events = (wire.Numbered(seq=first), wire.Numbered(seq=second))
        with pytest.raises(NumberError):
            RoomView("hall").take(wire.Update(room="hall", epoch=1, seq=4, events=events))


def test_what_an_update_leaves_out_stays() -> None:
    room = RoomView("hall")
    room.take(update(1, 1))
    room.take(wire.Update(room="hall", epoch=1, seq=1, seat=2))
    assert room.view is not None
    assert room.seat == 2
    assert wire.Update(room="hall", epoch=1, seq=1).view is UNSET


@pytest.mark.full
@examples(100)
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 4)), max_size=30))
def test_whatever_comes_the_events_have_no_gaps(spans: list[tuple[int, int]]) -> None:
    room = RoomView("hall")
    for first, more in spans:
        known = room.seq
        try:
            room.take(update(first, first + more))
        except GapError:
            assert first > known + 1
        assert room.seq >= known
        assert [event.seq for event in room.events] == [*range(1, room.seq + 1)]

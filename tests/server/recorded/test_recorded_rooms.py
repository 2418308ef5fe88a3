"""Recorded rooms are sent to five audiences today what they were sent when they were recorded."""

import contextlib
from collections import Counter

import msgspec
import pytest
from tests.server.recorded.compare import difference, difference_of, paths
from tests.server.recorded.frames import as_recorded, frames_of
from tests.server.recorded.kept import COUNT, WHOLE, name_of, read_recording, read_sums, read_whole
from tests.server.recorded.playing import KINDS, RULES, play_room, recording_of

from catanlab.framework.errors import CatanlabError

NUMBERS = range(COUNT)
SAMPLE = [*WHOLE, *NUMBERS[::7]]
"""The rooms of which frames are kept whole, and some of every kind and by all rules."""
ALL_AT_ONCE = 5


def groups(numbers):
    return [numbers[i : i + ALL_AT_ONCE] for i in range(0, len(numbers), ALL_AT_ONCE)]


@pytest.mark.full
@pytest.mark.parametrize("numbers", groups(SAMPLE), ids=lambda numbers: name_of(numbers[0]))
def test_recorded_rooms_are_sent_the_same(numbers):
    assert not [each for each in map(difference, map(name_of, numbers)) if each]


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted({*NUMBERS} - {*SAMPLE}))
def test_all_recorded_rooms_are_sent_the_same(number):
    assert not difference(name_of(number))


@pytest.mark.full
def test_everything_happens_in_the_recorded_rooms():
    kinds, entries, bodies = Counter(), Counter(), Counter()
    for number in NUMBERS:
        about, steps = read_recording(name_of(number))
        kinds[about.kind] += 1
        kinds[about.status] += 1
        for row in (row for step in steps for row in step.rows):
            entries[row.kind] += 1
            for mark in (
                '"late":true',
                '"away":true',
                '"words":',
                '"bot":true',
                '"counter ',
                '"continues"',
            ):
                bodies[mark] += mark in row.body
    assert all(kinds[kind] == len(RULES) for kind in KINDS)
    assert kinds["over"] >= 80
    assert min(kinds["playing"], kinds["sleeping"]) >= 20
    assert kinds["waiting"]
    assert len(entries) == 22, sorted(entries)
    assert min(entries.values()) >= 10, entries
    assert len(bodies) == 6
    assert min(bodies.values()) >= 20, bodies


# A difference is found, and named.


def drawn(recording):
    """Yield where cards were drawn: the step, the row in it, and the card."""
    for index, step in enumerate(recording.steps):
        for place, row in enumerate(step.rows):
            if '"move":"draw ' in row.body:
                yield index, place, msgspec.json.decode(row.body)["move"].removeprefix("draw ")


def with_card(recording, index, place, card, other):
    """Return a recording in which another card was drawn."""
    steps, rows = list(recording.steps), list(recording.steps[index].rows)
    rows[place] = msgspec.structs.replace(rows[place], body=rows[place].body.replace(card, other))
    steps[index] = msgspec.structs.replace(steps[index], rows=tuple(rows))
    return recording._replace(steps=steps)


@pytest.fixture(scope="module")
def kept():
    """A room with its sums and frames, and with what happened if another card had been drawn."""
    for number in WHOLE:
        recording = read_recording(name_of(number))
        if "open_hands" in recording.steps[0].rows[0].body:
            continue
        for at in reversed(list(drawn(recording))):
            changed = with_card(recording, *at, "monopoly" if at[2] != "monopoly" else "knight")
            with contextlib.suppress(CatanlabError):  # the card was played
                list(frames_of(changed))
                return recording, changed, read_sums(name_of(number)), read_whole(name_of(number)), at
    raise AssertionError("nobody kept a card")


@pytest.mark.full
def test_another_card_is_found_where_it_is_seen_and_nowhere_else(kept):
    """What is planted here is another game; a leak would be found in the same way."""
    recording, changed, sums, whole, (index, place, card) = kept
    said = difference_of(changed, sums, whole)
    buyer = msgspec.json.decode(recording.steps[index].rows[place - 1].body)["seat"]
    first, *places = said.splitlines()
    assert f"to the audiences {buyer};" in first
    assert f"'update' to audience {buyer} after step {index}:" in first
    assert any(each.startswith(f'    events[1].event.move: was "draw {card}", is ') for each in places)
    assert any(f"view.seats[{buyer}]" in each for each in places), places


@pytest.mark.full
def test_a_room_without_whole_frames_is_named_with_the_command_that_shows_its_frame(kept):
    recording, changed, sums, _, _ = kept
    assert f"renew show {recording.about.room} " in difference_of(changed, sums, None)


def test_the_place_of_a_difference_is_a_path():
    was = b'{"view":{"seats":[{"hand":null},{"hand":[1]}]},"t":"update"}'
    now = b'{"view":{"seats":[{"hand":[0,1]},{"hand":[1]}]},"t":"update","more":2}'
    assert paths(was, now) == [
        "view.seats[0].hand: was null, is [0,1]",
        "more: was absent, is 2",
    ]
    assert paths(was, b'{"t":"update","view":{"seats":[{"hand":null},{"hand":[1]}]}}') == [
        "the same JSON in other bytes, such as another order of the keys"
    ]
    assert paths(b'{"a":1}', b'{"a":true}') == ["a: was 1, is true"]


def test_names_that_were_changed_on_purpose_are_mapped_in_one_place():
    now = b'{"view":{"seats":[{"cards":null,"new":1}]},"cards":3}'
    mapped = as_recorded(now, {"view.seats.cards": "hand"}, frozenset({"view.seats.new"}))
    assert mapped == b'{"view":{"seats":[{"hand":null}]},"cards":3}'


@pytest.mark.full
def test_frames_that_are_missing_are_found(kept):
    recording, _, sums, whole, _ = kept
    shorter = recording._replace(steps=recording.steps[:10])
    assert difference_of(recording, sums, whole) == ""
    kept_of_shorter = sums._replace(frames=sums.frames[: len(list(frames_of(shorter)))])
    assert "was sent" in difference_of(recording, kept_of_shorter, whole)


@pytest.mark.full
@pytest.mark.parametrize("number", [158, 133])
def test_a_room_is_played_again_as_it_was(number):
    one, other = (recording_of(number, play_room(number)) for _ in range(2))
    assert one == other

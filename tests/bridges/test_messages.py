"""Messages: the table of types, reading and writing, and malformed messages."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bridges.recorded import TAKEOVER, WHOLE, transcript

from catanlab.bridges.jsettlers.errors import MessageError
from catanlab.bridges.jsettlers.message_table import FORMS, NAMED_FORMS, Field
from catanlab.bridges.jsettlers.messages import Message

pytestmark = pytest.mark.full

WORDS = st.text(alphabet="abcxyz ~0123456789", min_size=1, max_size=8)


def read(text: str) -> Message:
    message = Message.read(text)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "name", "fields"),
    [
        ("1009|g,3,1,115", "PUTPIECE", {"game": "g", "seat": 3, "piece": 1, "place": 115}),
        ("1012|g,\t,2,true", "SITDOWN", {"game": "g", "nick": "", "seat": 2, "robot": True}),
        ("1023|g,1,BC=t4,RD=f", "BOTJOINGAMEREQUEST", {"game": "g", "seat": 1, "options": "BC=t4,RD=f"}),
        ("1010|g\0bob\0a, b", "GAMETEXTMSG", {"game": "g", "nick": "bob", "words": "a, b"}),
        ("1086|g|2|102|1|1|5|1", "PLAYERELEMENTS", {"seat": 2, "action": 102, "pairs": (1, 1, 5, 1)}),
        ("1037|g,2", "REJECTOFFER", {"seat": 2, "reason": None}),
        ("1037|g,-1,1", "REJECTOFFER", {"seat": -1, "reason": 1}),
        ("1102|g,1,2,R,6,1,T", "ROBBERYRESULT", {"thief": 1, "victim": 2, "resource": 6, "gains": "T"}),
        ("1033|g,p2,1,0,0,3,0,0", "DISCARD", {"counts": ("p2", "1", "0", "0", "3", "0", "0")}),
        ("1059|no, not you", "REJECTCONNECTION", {"reason": "no, not you"}),
        ("9999|-1", "SERVERPING", {"number": -1}),
    ],
)
def test_a_message_of_the_protocol_is_read_and_written(
    text: str, name: str, fields: dict[str, Any]
) -> None:
    message = read(text)
    assert message.name == name
    assert {field: getattr(message, field) for field in fields} == fields
    assert message.text == text


@pytest.mark.parametrize("name", [*WHOLE, TAKEOVER])
def test_every_recorded_message_is_written_as_it_came(name: str) -> None:
    known = 0
    for line in transcript(name).lines:
        message = Message.read(line.text)
        if message is not None:
            assert message.text == line.text
            known += 1
    assert known > 0.9 * len(transcript(name).lines)


def values(field: Field) -> st.SearchStrategy[Any]:
    """Return values for a field that can be sent."""
    one: dict[str, Callable[[], st.SearchStrategy[Any]]] = {
        "i": lambda: st.integers(-(10**6), 10**6),
        "b": st.booleans,
        "rest": lambda: st.text(alphabet="ab,= ", min_size=1, max_size=9),
        "text": lambda: WORDS,
    }
    each = one[field.kind]()
    return st.lists(each, max_size=5).map(tuple) if field.many else each


def test_any_message_comes_back() -> None:
    for name, form in NAMED_FORMS.items():
        fields = st.fixed_dictionaries({field.name: values(field) for field in form.fields})

        @settings(max_examples=25)
        @given(st.builds(lambda name, given: Message(name, **given), st.just(name), fields))
        def check(message: Message) -> None:
            assert read(message.text) == message

        check()


def test_an_unknown_type_is_none() -> None:
    assert Message.read("1108|g,whatever") is None
    assert 1108 not in FORMS


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not begin with the number"),
        ("hello", "does not begin with the number"),
        ("|g", "does not begin with the number"),
        ("1025|g", "lacks its field state"),
        ("1025|g,five", "state is 'five', not an integer"),
        ("1025|g,2147483648", "state is '2147483648', not an integer of 32 bits"),
        ("1025|g," + "9" * 5000, "not an integer"),
        ("1025|g,1_0", "state is '1_0', not an integer"),
        ("1025|g, 5", "state is ' 5', not an integer"),
        ("1025|g,\N{ARABIC-INDIC DIGIT THREE}", "not an integer"),
        ("1012|g,bob,1,maybe", "robot is 'maybe', not true or false"),
    ],
)
def test_a_malformed_message_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(MessageError, match=reason):
        Message.read(text)


@pytest.mark.parametrize(
    ("name", "fields", "reason"),
    [
        ("NOTHING", {}, "'NOTHING' is not a message"),
        ("ROLLDICE", {}, "lacks its field game"),
        ("ROLLDICE", {"game": "g", "seat": 1}, "has no field 'seat'"),
        ("ROLLDICE", {"game": "a,b"}, "must not contain ','"),
        ("GAMESTATE", {"game": "g", "state": "x"}, "state is 'x', not an integer"),
    ],
)
def test_invalid_fields_are_refused(name: str, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(MessageError, match=reason):
        _ = Message(name, **fields).text


def test_no_field_hides_behind_an_attribute_of_messages() -> None:
    for form in NAMED_FORMS.values():
        assert not {field.name for field in form.fields} & {"name", "text", "read"}, form

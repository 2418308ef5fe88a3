"""The messages: each goes over the wire and back, whatever is wrong is refused, the schema is of today."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples
from tests.server.wire.generated import structs

from catanlab.server import wire
from catanlab.server.protocol import frames
from catanlab.server.protocol.schema import CLIENT_MESSAGES, EVENTS, FILES, RAW, SERVER_MESSAGES
from catanlab.server.protocol.typescript import structs_in

ANY_CLIENT_MESSAGE = st.one_of(list(map(structs, CLIENT_MESSAGES)))
ANY_SERVER_MESSAGE = st.one_of(list(map(structs, SERVER_MESSAGES)))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=8), values, max_size=3),
    max_leaves=8,
)


@pytest.mark.full
@examples(200)
@given(ANY_CLIENT_MESSAGE)
def test_every_message_of_a_client_goes_there_and_back(message: wire.AnyClientMessage) -> None:
    frame = frames.write(message)
    assert frames.read_client_message(frame) == message
    assert frames.read_client_message(frame.decode()) == message


@pytest.mark.full
@examples(200)
@given(ANY_SERVER_MESSAGE)
def test_every_message_of_the_server_goes_there_and_back(message: wire.AnyServerMessage) -> None:
    frame = frames.write(message)
    assert frames.write(frames.read_server_message(frame)) == frame  # raw parts have no equality


@pytest.mark.parametrize("message", [*CLIENT_MESSAGES, *SERVER_MESSAGES, *EVENTS])
def test_no_message_can_be_changed_or_take_unknown_fields(message: type[msgspec.Struct]) -> None:
    config = message.__struct_config__
    assert config.frozen
    assert config.forbid_unknown_fields


def read_or_refuse(frame: str | bytes) -> wire.AnyClientMessage | wire.Refused:
    """Return the message of a frame, or its refusal, which is one sentence that can be sent."""
    try:
        return frames.read_client_message(frame)
    except frames.BadMessageError as error:
        refusal = frames.refusal_of(frame, error)
        assert frames.read_server_message(frames.write(refusal)) == refusal
        assert refusal.code == "bad-message"
        assert 0 < len(refusal.text) < 400
        return refusal


@pytest.mark.full
@examples(200)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_bytes_are_refused(frame: bytes | str) -> None:
    assert isinstance(read_or_refuse(frame), wire.Refused)


@pytest.mark.full
@examples(200)
@given(JSON)
def test_any_other_json_is_refused(value: Any) -> None:
    assert isinstance(read_or_refuse(json.dumps(value)), wire.Refused)


@pytest.mark.full
@examples(300)
@given(ANY_CLIENT_MESSAGE, st.data())
def test_a_message_with_one_field_changed_is_itself_or_refused(
    message: wire.AnyClientMessage, data: st.DataObject
) -> None:
    fields = json.loads(frames.write(message))
    place = fields
    while True:
        name = data.draw(st.sampled_from(sorted(place)))
        if not isinstance(place[name], dict) or not place[name] or data.draw(st.booleans()):
            break
        place = place[name]
    place[name] = data.draw(JSON)
    frame = json.dumps(fields)
    read = read_or_refuse(frame)
    if not isinstance(read, wire.Refused):
        # What was accepted is what was written: nothing was coerced.
        again = json.loads(frames.write(read))
        assert {key: again[key] for key in fields if key != "options"} == {
            key: value for key, value in fields.items() if key != "options"
        }


@pytest.mark.full
@examples(200)
@given(ANY_CLIENT_MESSAGE, st.text(max_size=10), JSON)
def test_a_message_with_another_field_is_refused(
    message: wire.AnyClientMessage, name: str, value: Any
) -> None:
    fields = json.loads(frames.write(message))
    if name not in {"t", *message.__struct_fields__}:
        assert isinstance(read_or_refuse(json.dumps({**fields, name: value})), wire.Refused)


@pytest.mark.full
@examples(200)
@given(ANY_CLIENT_MESSAGE)
def test_a_field_that_is_given_twice_is_refused(message: wire.AnyClientMessage) -> None:
    text = frames.write(message).decode()
    for name, value in json.loads(text).items():
        doubled = f"{text[:-1]},{json.dumps(name)}:{json.dumps(value)}}}"
        assert isinstance(read_or_refuse(doubled), wire.Refused)


@pytest.mark.full
@examples(200)
@given(ANY_CLIENT_MESSAGE, st.data())
def test_a_message_that_was_cut_or_damaged_is_refused(
    message: wire.AnyClientMessage, data: st.DataObject
) -> None:
    frame = frames.write(message)
    cut = data.draw(st.integers(0, len(frame) - 1))
    assert isinstance(read_or_refuse(frame[:cut]), wire.Refused)
    damaged = frame[:cut] + b"\xff" + frame[cut + 1 :]
    assert isinstance(read_or_refuse(damaged), wire.Refused)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"t":"fly"}', "The message is invalid: 'fly' is unknown in `t`."),
        ('{"t":"pong","n":-1}', "The message is invalid: expected an integer of at least 0 in `n`."),
        ('{"t":"pong","n":1,"n":1}', "The message is invalid: a field is given twice."),
        ('{"a":' + "[" * 9999, "The message is nested too deeply."),
        (b'{"t":"hello","protocol":1,"name":"\xff"}', "The message is not text in UTF-8."),
    ],
)
def test_the_refusal_says_what_is_wrong(text: str | bytes, says: str) -> None:
    refusal = read_or_refuse(text)
    assert isinstance(refusal, wire.Refused)
    assert refusal.text == says


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_generated_files_are_up_to_date(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path](), (
        "run python -m catanlab.server.protocol.schema"
    )


def test_no_two_types_of_the_wire_have_one_name() -> None:
    found = structs_in([*CLIENT_MESSAGES, *SERVER_MESSAGES], RAW)
    assert len({struct.__name__ for struct in found}) == len(found)


def test_every_raw_field_has_a_type_in_the_schema() -> None:
    for struct in structs_in([*CLIENT_MESSAGES, *SERVER_MESSAGES], RAW):
        for field in msgspec.structs.fields(struct):
            if "Raw" in str(field.type) and struct is not wire.Numbered:
                assert (struct, field.name) in RAW


@pytest.mark.parametrize("field", ["room", "channel"])
def test_a_report_names_no_place_that_could_break_a_line(field: str) -> None:
    report = {"t": "report", "id": "1", "person": "p1", "text": "insults", field: "a\nb"}
    with pytest.raises(frames.BadMessageError, match=f"in `{field}`"):
        frames.read_client_message(json.dumps(report))

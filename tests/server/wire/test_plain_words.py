"""What is wrong with a message, in words for people: nothing of msgspec's own words is left."""

import json
import re
from itertools import product

import msgspec
import pytest
from tests.server.wire.test_protocol_page import FROM_CLIENT

from catanlab.server import wire
from catanlab.server.api import bodies
from catanlab.server.protocol.plain_words import plain_reason


def reason(body: str, kind: type) -> str:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(body.encode(), type=kind)
    return plain_reason(error.value)


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ('{"t":"part","room":"k3","extra":1}', wire.Part, "there is no field `extra`"),
        ('{"t":"part"}', wire.Part, "the field `room` is missing"),
        ('{"t":"part","room":null}', wire.Part, "expected a text, not nothing in `room`"),
        (
            '{"t":"history","room":"k3","after":-1}',
            wire.History,
            "expected an integer of at least 0 in `after`",
        ),
        ('{"t":"count","room":["k3"]}', wire.Count, "expected a text, not a list in `room`"),
        (
            '{"t":"lock","id":"a","room":"k3","seat":4,"locked":true}',
            wire.Lock,
            "expected an integer of at most 3 in `seat`",
        ),
        (
            '{"t":"lock","id":"a","room":"k3","seat":1,"locked":1}',
            wire.Lock,
            "expected yes or no, not an integer in `locked`",
        ),
        (
            '{"t":"ask","id":"a","room":"k3","kind":"sell","resources":[]}',
            wire.Ask,
            "expected a list of at least 1 entries in `resources`",
        ),
        (
            '{"t":"ask","id":"a","room":"k3","kind":"steal","resources":["ore"]}',
            wire.Ask,
            "'steal' is none of the values in `kind`",
        ),
        (
            '{"t":"create","id":"a","options":{"pace":{"decision":0}}}',
            wire.Create,
            "expected a number of at least 1.0 in `options.pace.decision`",
        ),
        ('{"t":"watch","on":"yes"}', wire.Watch, "expected yes or no, not a text in `on`"),
        ("[1]", wire.Part, "expected an object, not a list"),
        (
            f'{{"name":"{"a" * 25}"}}',
            bodies.NewSession,
            "expected a text of at most 24 characters in `name`",
        ),
    ],
)
def test_each_kind_of_fault_in_words(body, kind, words):
    assert reason(body, kind) == words


WRONG = ["null", "-1", "1e99", '"\\u0000"', "[]", "{}", "true", f'"{"x" * 500}"']
MSGSPEC = re.compile(r"`(int|str|bool|float|object|array|null)`|\$|Object|Expected|Invalid|regex")


def fault(body: bytes) -> str:
    """Return what is wrong with a message in words; empty for nothing."""
    try:
        msgspec.json.decode(body, type=wire.AnyClientMessage)
    except msgspec.ValidationError as error:
        return plain_reason(error)
    return ""


def test_no_fault_of_any_message_is_told_in_msgspecs_words():
    """Every field of every example is left out or has a value of a wrong type, and one is unknown."""
    seen = 0
    for example in map(json.loads, FROM_CLIENT):
        whole = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in example.items()}
        for name, value in product((*whole, "unknown"), (*WRONG, None)):
            body = {key: each for key, each in whole.items() if key != name}
            if value is not None:
                body[name] = msgspec.Raw(value.encode())
            told = fault(msgspec.json.encode(body))
            seen += bool(told)
            assert not MSGSPEC.search(told), told
    assert seen > 500


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (json.dumps({"t": "part", "room": "k3", "x" * 5000: 1}), wire.Part),
        (json.dumps({"t": "x" * 5000}), wire.ClientMessage | wire.Part),
        (
            json.dumps({"t": "ask", "id": "a", "room": "k3", "kind": "x" * 5000, "resources": ["ore"]}),
            wire.Ask,
        ),
    ],
)
def test_what_is_repeated_is_cut_short(body: str, kind: type) -> None:
    words = reason(body, kind)
    assert "x..." in words
    assert len(words) < 150

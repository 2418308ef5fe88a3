"""docs/reference/protocol.md has every message, each example is valid, and its tables list what exists."""

import json
import re

import pytest
from tests.server.wire.protocol_page import PAGE, refusal_codes, renewed

from catanlab.server import wire
from catanlab.server.protocol import frames
from catanlab.server.protocol.schema import CLIENT_MESSAGES, EVENTS, SERVER_MESSAGES
from catanlab.server.protocol.view_types import read_changes

TEXT = PAGE.read_text(encoding="utf-8")


def examples_below(heading: str) -> list[str]:
    """Return the JSON blocks of a section."""
    section = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    (found,) = [part for part in section if part.startswith(f"{heading}\n")]
    return re.findall(r"^```json\n(.*?)^```$", found, flags=re.MULTILINE | re.DOTALL)


FROM_CLIENT = examples_below("What a client sends")
FROM_SERVER = examples_below("What the server sends")


def test_every_message_of_a_client_has_an_example() -> None:
    kinds = [type(frames.read_client_message(example)) for example in FROM_CLIENT]
    assert kinds == [*dict.fromkeys(kinds)]
    assert set(kinds) == set(CLIENT_MESSAGES)


def test_every_message_of_the_server_has_an_example() -> None:
    assert {type(frames.read_server_message(example)) for example in FROM_SERVER} == set(SERVER_MESSAGES)


def test_every_event_has_an_example() -> None:
    found = set()
    for example in FROM_SERVER:
        message = frames.read_server_message(example)
        if isinstance(message, wire.Update):
            for numbered in message.events:
                found.add(type(numbered.event))
                if isinstance(numbered.event, wire.Moved | wire.Outcome) and numbered.event.changes:
                    read_changes(numbered.event.changes)
    assert found >= set(EVENTS)


@pytest.mark.parametrize("example", FROM_CLIENT, ids=lambda text: json.loads(text)["t"])
def test_the_example_shows_every_field(example: str) -> None:
    assert set(json.loads(example)) == {"t", *frames.read_client_message(example).__struct_fields__}


def test_the_tables_list_every_code() -> None:
    assert renewed(TEXT) == TEXT, "run python -m tests.server.wire.protocol_page"
    for code in refusal_codes():
        assert f"| `{code}` |" in TEXT


def test_the_page_knows_the_limits_and_the_protocol() -> None:
    assert f"{wire.MAX_FRAME_BYTES:,} bytes" in TEXT
    assert f'"protocol": {wire.PROTOCOL}' in TEXT

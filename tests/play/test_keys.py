"""Single keys from a terminal: special keys come in several bytes, and Esc alone must not wait for more."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from tests.play.keyboards import keyboard

from catanlab.cli.terminal.keys import Keys, name_key


@pytest.fixture
def typing() -> Iterator[int]:
    """The end of a terminal at which somebody types; the other end is the standard input."""
    with keyboard() as end:
        yield end


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (b"\x1b", ["escape"]),
        (b"n", ["n"]),
        (b"\x1b[C\x1b[D", ["right", "left"]),
        (b"\x1bOA\x1b[6~q", ["up", "down", "q"]),
        (b"\x1b[1~\x1b[4~", ["home", "end"]),
        (b"\x1b[1;5Cb", ["right", "b"]),
        (b"\x1b[15~x", ["unknown", "x"]),
    ],
)
def test_keys_are_named_by_what_they_send(typing: int, sent: bytes, names: list[str]) -> None:
    keys = Keys()
    os.write(typing, sent)
    try:
        assert [keys.read() for _ in names] == names
    finally:
        keys.release()


def test_the_end_of_the_input_is_reported(typing: int) -> None:
    keys = Keys()
    os.write(typing, b"\x04")
    try:
        with pytest.raises(EOFError):
            keys.read()
    finally:
        keys.release()


def test_unknown_sequences_have_no_name() -> None:
    assert name_key("\x1bx") == "unknown"
    assert name_key("\x1b[Z") == "unknown"

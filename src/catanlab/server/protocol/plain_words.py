"""What is wrong with a message or a request, in words for people in place of those of msgspec."""

from __future__ import annotations

import re
from collections.abc import Callable
from re import Match

from catanlab.server.wire import MEANINGS

_TYPES = {
    "array": "a list",
    "bool": "yes or no",
    "float": "a number",
    "int": "an integer",
    "null": "nothing",
    "object": "an object",
    "str": "a text",
}
_UNITS = {"array": "entries", "str": "characters"}
_BOUNDS = {">=": "at least", "<=": "at most", "==": "exactly", ">": "more than", "<": "less than"}


def _types(names: str) -> str:
    return " or ".join(_TYPES.get(name, name) for name in names.split(" | "))


MOST_REPEATED = 80
"""How many characters of what somebody sent are repeated: it may be as long as a message."""


def _shown(text: str) -> str:
    return text if len(text) <= MOST_REPEATED else f"{text[: MOST_REPEATED - 4]}...{text[-1]}"


_WORDS: tuple[tuple[str, Callable[[Match[str]], str]], ...] = (
    (r"Object contains unknown field (`.*?`)", lambda m: f"there is no field {_shown(m[1])}"),
    (r"Object missing required field (`.*?`)", lambda m: f"the field {m[1]} is missing"),
    (
        r"Expected `(array|str)` of length (>=|<=|==) (\d+)",
        lambda m: f"expected {_TYPES[m[1]]} of {_BOUNDS[m[2]]} {m[3]} {_UNITS[m[1]]}",
    ),
    (
        r"Expected `(int|float)` (>=|<=|>|<) (\S+)",
        lambda m: f"expected {_TYPES[m[1]]} of {_BOUNDS[m[2]]} {m[3]}",
    ),
    (r"Expected `([\w |]+)`, got `(\w+)`", lambda m: f"expected {_types(m[1])}, not {_types(m[2])}"),
    (r"Expected `([\w |]+)`", lambda m: f"expected {_types(m[1])}"),
    (r"Invalid enum value (.+?)(?= - at |$)", lambda m: f"{_shown(m[1])} is none of the values"),
    (r"Invalid value (.+?)(?= - at |$)", lambda m: f"{_shown(m[1])} is unknown"),
    (r" - at `\$\.(.+)`", lambda m: f" in `{m[1]}`"),
    (r" - at `key in (.+)`", lambda m: " in a name"),
    (r" - at `\$`", lambda m: ""),
)
_COMPILED = tuple((re.compile(pattern), words) for pattern, words in _WORDS)


def plain_reason(error: Exception) -> str:
    """Return what msgspec says is wrong, in plain words and with the meaning of a pattern in its place.

    >>> import msgspec
    >>> from catanlab.server import wire
    >>> def wrong(body):
    ...     try:
    ...         msgspec.json.decode(body, type=wire.Part)
    ...     except ValueError as error:
    ...         return plain_reason(error)
    >>> wrong(b'{"t": "part", "room": "K 3"}')
    'expected 1 to 24 small letters and digits in `room`'
    >>> wrong(b'{"t": "part", "room": 3}'), wrong(b'{"t": "part"}')
    ('expected a text, not an integer in `room`', 'the field `room` is missing')
    """
    text = str(error)
    for pattern, meaning in MEANINGS.items():
        text = text.replace(f"Expected `str` matching regex {pattern!r}", f"expected {meaning}")
    for found, words in _COMPILED:
        text = found.sub(words, text, count=1)
    return text

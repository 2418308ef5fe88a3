"""The fields that messages share: their patterns and limits."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

PROTOCOL = 1
"""The number of the protocol; a client that speaks another is refused."""
MAX_FRAME_BYTES = 32_768
"""The largest message that the server reads."""

# Patterns end with a lookahead, because Python's `$` also matches before a line feed at the end, and
# JavaScript has no `\Z`. Text for people has no control characters, line ends or marks of direction.
_END = r"(?![\s\S])"
_TEXT = r"[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_SEEN = (
    r"[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufeff]"
)

MEANINGS: dict[str, str] = {}
"""What each pattern allows, in words for people."""


def _text(
    pattern: str, meaning: str, *, min_length: int | None = None, max_length: int | None = None
) -> Meta:
    whole = f"^{pattern}{_END}"
    MEANINGS[whole] = meaning
    return Meta(pattern=whole, min_length=min_length, max_length=max_length)


_LINE = "text in one line, without control characters"

Id: TypeAlias = Annotated[str, _text("[A-Za-z0-9_-]{1,40}", "1 to 40 letters, digits, - and _")]
RoomId: TypeAlias = Annotated[str, _text("[a-z0-9]{1,24}", "1 to 24 small letters and digits")]
RoomOrNone: TypeAlias = Annotated[str, _text("[a-z0-9]{0,24}", "at most 24 small letters and digits")]
Secret: TypeAlias = Annotated[str, _text("[A-Za-z0-9_-]{0,64}", "at most 64 letters, digits, - and _")]
"""A token or an invitation; empty for none."""
Name: TypeAlias = Annotated[
    str,
    _text(
        f"{_SEEN}(?:{_TEXT}*{_SEEN})?",
        "text in one line that begins and ends with a letter that can be seen",
        min_length=1,
        max_length=24,
    ),
]
"""The name of a person: it begins and ends with a letter that can be seen."""
ChannelName: TypeAlias = Annotated[
    str, _text("[a-z0-9][a-z0-9-]{0,23}", "1 to 24 small letters, digits and -, not with - first")
]
"""The name of a channel in the lobby."""
ChannelOrNone: TypeAlias = Annotated[
    str, _text("[a-z0-9-]{0,24}", "at most 24 small letters, digits and -")
]
FaceName: TypeAlias = Annotated[str, _text("[a-z0-9-]{0,24}", "at most 24 small letters, digits and -")]
"""The name of a drawing that shows a player; the server knows none of them. Empty for none."""
Title: TypeAlias = Annotated[str, _text(f"{_TEXT}*", _LINE, max_length=40)]
"""What a room is called in lists; empty for nothing."""
PersonId: TypeAlias = Annotated[str, _text("[a-z0-9]{1,40}", "1 to 40 small letters and digits")]
Line: TypeAlias = Annotated[str, _text(f"{_TEXT}+", _LINE, min_length=1, max_length=200)]
ChatText: TypeAlias = Annotated[str, _text(f"{_TEXT}+", _LINE, min_length=1, max_length=300)]
MoveText: TypeAlias = Annotated[str, _text(f"{_TEXT}+", _LINE, min_length=1, max_length=200)]
Nonce: TypeAlias = Annotated[str, _text("[0-9a-f]{0,64}", "at most 64 hexadecimal digits in small letters")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0.0, le=86_400.0)]
ClockSeconds: TypeAlias = Annotated[float, Meta(ge=1.0, le=86_400.0)]
"""The time of a decision: with none at all the clock would play the game as fast as the server can."""
Resource: TypeAlias = Literal["wood", "clay", "sheep", "wheat", "ore"]
AskKind: TypeAlias = Literal["want", "sell", "lack", "need"]
"""Does anyone want it? Is anyone selling it? I don't have it. I want it."""
AskAnswer: TypeAlias = Literal["yes", "no", "offer"]
"""With `offer` a proposal or an offer comes instead of words."""

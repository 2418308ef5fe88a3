"""Names as they are compared: two that look alike are one, and some are nobody's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from catanlab.server.refusals import Refused
from catanlab.server.robots.levels import LEVELS

MAX_KEY = 96
"""The longest key; one letter may stand for many, and the table has so much space."""

# The characters that Unicode wants ignored where they cannot be shown (Default_Ignorable_Code_Point).
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# Letters that most fonts draw like Latin ones, small or capital: Cyrillic, Greek, others.
_TWINS = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d\u04bb"
    "\u0432\u043a\u043c\u043d\u0442"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0131\u0261\u0269",
    "aeopcyxijsdqwhbkmhtabezhikmnoptyxigi",
)
_BLANK_BRAILLE = "\u2800"
_TITLES = (
    "admin",
    "administrator",
    "bot",
    "catanlab",
    "deleted",
    "host",
    "moderator",
    "nobody",
    "robot",
    "root",
    "server",
    "spectator",
    "system",
)
KEPT: Final = frozenset((*_TITLES, *LEVELS))
"""The keys of names that nobody may have: titles, and the levels of robots."""


def name_key(name: str) -> str:
    """Return what names are compared by: letters in one form and case, without what cannot be seen.

    >>> name_key("Ａnna\\u200b  B"), name_key("anna b")
    ('anna b', 'anna b')
    """
    text = unicodedata.normalize("NFKC", _IGNORED.sub("", name)).casefold()
    text = unicodedata.normalize("NFKC", _IGNORED.sub("", text)).translate(_TWINS)
    return " ".join(text.replace(_BLANK_BRAILLE, " ").split())


def checked_key(name: str) -> str:
    """Return the key of a name that somebody wants; raises Refused if nobody may have it."""
    key = name_key(name)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in key):
        raise Refused("bad-name", "a name has at least one letter that can be seen")
    if len(key) > MAX_KEY:
        raise Refused("bad-name", "the letters of the name stand for too many others; choose a shorter one")
    if key in KEPT:
        raise Refused("name-reserved", f"nobody may be called {name!r}: choose another name")
    return key

"""The smallest parts of the notation of Catan: a letter for each card, counts of cards, plain numbers.

Wood, clay, sheep, wheat and ore are `w c s h o`; h is wheat's second letter, as w is wood. Development
cards are `k r p m v`: knight, road building, year of plenty, monopoly, victory point. A count stands
before its letter unless it is one: `2wo` are two wood and one ore. No cards at all are `-`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

RESOURCE_LETTERS = "wcsho"
CARD_LETTERS = "krpmv"
TERRAIN_LETTERS = RESOURCE_LETTERS + "d"
"""The resources and the desert."""
UNKNOWN_LETTER = "?"
"""A development card that a seat has not seen."""
NOTHING = "-"

MAX_CARDS_OF_A_KIND = 2000
"""No hand is larger than this; a lane of a packed hand holds 2,047."""
_MAX_QUOTE_CHARACTERS = 40


def counts_text(counts: Sequence[int], letters: str) -> str:
    """Return counts as text.

    >>> counts_text((2, 0, 0, 0, 1), RESOURCE_LETTERS)
    '2wo'
    """
    parts = [
        letter if count == 1 else f"{count}{letter}"
        for count, letter in zip(counts, letters, strict=True)
        if count
    ]
    return "".join(parts) or NOTHING


def read_counts(text: str, letters: str) -> tuple[int, ...]:
    """Return the counts in a text, in the order of the letters; raises ValueError.

    >>> read_counts("2wo", RESOURCE_LETTERS)
    (2, 0, 0, 0, 1)
    """
    counts = dict.fromkeys(letters, 0)
    if text != NOTHING:
        if not _counts_pattern(letters).fullmatch(text):
            raise ValueError(f"{quote(text)} is not cards: counts and letters of {letters}, or -")
        for number, letter in re.findall(r"([0-9]*)(.)", text):
            counts[letter] += int(number or 1)
    if max(counts.values()) > MAX_CARDS_OF_A_KIND:
        raise ValueError(f"{quote(text)} is more than {MAX_CARDS_OF_A_KIND} cards of a kind")
    return tuple(counts.values())


@cache
def _counts_pattern(letters: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?:[1-9][0-9]{{0,3}})?[{re.escape(letters)}]){{1,100}}")


def read_number(text: str, what: str, low: int, high: int) -> int:
    """Return a whole number in decimal digits; raises ValueError unless it is from low to high.

    >>> read_number("12", "a node", 0, 53)
    12
    """
    if not re.fullmatch(r"-?(?:0|[1-9][0-9]{0,8})", text) or not low <= int(text) <= high:
        raise ValueError(f"{quote(text)} is not {what} from {low} to {high}")
    return int(text)


def quote(text: str) -> str:
    """Return text in quotation marks for a message, shortened if it is long."""
    return repr(text if len(text) <= _MAX_QUOTE_CHARACTERS else text[: _MAX_QUOTE_CHARACTERS - 3] + "...")

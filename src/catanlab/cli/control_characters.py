"""Control characters in the text of others, escaped: a terminal would obey them instead of showing them."""

from __future__ import annotations

import re

# All but tab and newline; those that change the direction of text, and surrogates, as well.
_CONTROL_CHARACTERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def escape_control_characters(text: str) -> str:
    r"""Return a text in which characters that a terminal would obey are escaped.

    >>> print(escape_control_characters("\x1b[2Jhi"))
    \x1b[2Jhi
    """
    return _CONTROL_CHARACTERS.sub(lambda found: ascii(found[0])[1:-1], text)

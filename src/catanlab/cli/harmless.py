"""Text of others made harmless for a screen: a terminal obeys some characters instead of showing them."""

from __future__ import annotations

import re

# Control characters but tab and newline, those that turn the direction of text, and half characters.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def harmless(text: str) -> str:
    r"""Return a text in which what a terminal would obey is written out.

    >>> print(harmless("\x1b[2Jhi"))
    \x1b[2Jhi
    """
    return _OBEYED.sub(lambda found: ascii(found[0])[1:-1], text)

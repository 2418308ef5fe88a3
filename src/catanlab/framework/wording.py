"""Foreign texts on one line, for messages."""

from __future__ import annotations


def one_line(text: str, longest: int) -> str:
    """Return a text with all white space as single blanks and no control characters, cut if too long.

    >>> one_line(" does anyone\\tsell ore? ", 15)
    'does anyone ...'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * longest]).split())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def words_of(error: BaseException) -> str:
    """Return an exception of foreign code on one line: its type and message.

    >>> words_of(KeyError("ore"))
    "KeyError: 'ore'"
    """
    return one_line(f"{type(error).__name__}: {error}", 300)

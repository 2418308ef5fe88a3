"""Foreign texts on one line, for messages."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from traceback import FrameSummary, extract_tb

_PACKAGE = str(Path(__file__).resolve().parents[1])
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


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


def located(error: BaseException) -> str:
    """Return an exception of foreign code as `words_of` does, with the file and line that raised it.

    The line is the last one of a user's own file; if there is none, the last one of another library. An
    error that was raised here, such as one for a missing argument, has no line.
    """
    foreign = [
        frame
        for frame in extract_tb(error.__traceback__)
        if not frame.filename.startswith(("<", _PACKAGE)) and frame.lineno
    ]
    own = [frame for frame in foreign if not frame.filename.startswith(_LIBRARIES)]
    where = (own or foreign)[-1:]
    return ", ".join([words_of(error), *(f"{_file(frame)}, line {frame.lineno}" for frame in where)])


def _file(frame: FrameSummary) -> str:
    """Return the file of a frame, as seen from the current directory if it is below."""
    path, here = Path(frame.filename), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)

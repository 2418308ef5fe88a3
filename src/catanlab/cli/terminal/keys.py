"""Single keys from the keyboard, without Enter."""

from __future__ import annotations

import os
import sys
from select import select
from typing import Any

_NAMES = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "1": "home",
    "7": "home",
    "4": "end",
    "8": "end",
    "5": "up",
    "6": "down",
}
AT_ONCE = 0.05
"""Seconds within which the rest of a special key follows its Esc."""


class Keys:
    """The keyboard of this terminal. From the first key on, what is typed is not shown until `release`."""

    def __init__(self) -> None:
        self._usual: list[Any] | None = None

    def read(self) -> str:
        """Return a key: a letter, or left, right, up, down, home, end, enter, escape; raises EOFError.

        Raises KeyboardInterrupt after Ctrl-C. Where single keys cannot be read, a line is.
        """
        try:
            import termios
            import tty
        except ImportError:
            return name_key(input() or "\n")
        number = sys.stdin.fileno()
        if self._usual is None:
            self._usual = termios.tcgetattr(number)
            tty.setcbreak(number, termios.TCSADRAIN)  # keeps what was typed ahead
        data = os.read(number, 1)
        if data == b"\x1b":
            data += _rest(number)
        if data in (b"", b"\x04"):
            raise EOFError
        return name_key(data.decode("utf-8", "replace"))

    def release(self) -> None:
        """Let lines be typed again."""
        if self._usual is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._usual)
            self._usual = None


def _rest(number: int) -> bytes:
    """Return what a special key sends after Esc, which comes at once; after Esc alone, nothing."""
    data = b""
    while select([number], [], [], AT_ONCE)[0]:
        data += os.read(number, 1)
        if not data[-1:] or (len(data) > 1 and not data[-1:].isdigit() and data[-1:] != b";"):
            break
    return data


def name_key(sequence: str) -> str:
    r"""Return the name of what a key sends.

    >>> name_key("\x1b[C"), name_key("n"), name_key("\n")
    ('right', 'n', 'enter')
    """
    if sequence[:2] in ("\x1b[", "\x1bO"):
        letter = sequence[2:-1] if sequence.endswith("~") else sequence[-1]
        return _NAMES.get(letter, "unknown")
    if sequence[0] == "\x1b":
        return "escape" if len(sequence) == 1 else "unknown"
    return "enter" if sequence[0] in "\r\n" else sequence[0]

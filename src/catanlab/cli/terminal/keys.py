"""Single keys from the keyboard, without Enter."""

from __future__ import annotations

import os
import sys
from select import select
from typing import Any

_SPECIAL_KEYS = {
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
ESCAPE_SECONDS = 0.05
"""The rest of a special key follows its Esc within this time."""


class Keys:
    """The keyboard of this terminal. From the first key on, typed keys are not shown until `release`."""

    def __init__(self) -> None:
        self._saved_mode: list[Any] | None = None

    def read(self) -> str:
        """Return a key: a letter, or left, right, up, down, home, end, enter, escape.

        Raises EOFError after Ctrl-D and KeyboardInterrupt after Ctrl-C. Where single keys cannot be read,
        a line is.
        """
        try:
            import termios
            import tty
        except ImportError:
            return name_key(input() or "\n")
        number = sys.stdin.fileno()
        if self._saved_mode is None:
            self._saved_mode = termios.tcgetattr(number)
            tty.setcbreak(number, termios.TCSADRAIN)  # keeps keys that were typed ahead
        data = os.read(number, 1)
        if data == b"\x1b":
            data += _rest(number)
        if data in (b"", b"\x04"):
            raise EOFError
        return name_key(data.decode("utf-8", "replace"))

    def release(self) -> None:
        """Let lines be typed again."""
        if self._saved_mode is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._saved_mode)
            self._saved_mode = None


def _rest(number: int) -> bytes:
    """Return the bytes that a special key sends right after Esc; none after Esc alone."""
    data = b""
    while select([number], [], [], ESCAPE_SECONDS)[0]:
        data += os.read(number, 1)
        if not data[-1:] or (len(data) > 1 and not data[-1:].isdigit() and data[-1:] != b";"):
            break
    return data


def name_key(sequence: str) -> str:
    r"""Return the name of the key that sends these characters.

    >>> name_key("\x1b[C"), name_key("n"), name_key("\n")
    ('right', 'n', 'enter')
    """
    if sequence[:2] in ("\x1b[", "\x1bO"):
        letter = sequence[2:-1] if sequence.endswith("~") else sequence[-1]
        return _SPECIAL_KEYS.get(letter, "unknown")
    if sequence[0] == "\x1b":
        return "escape" if len(sequence) == 1 else "unknown"
    return "enter" if sequence[0] in "\r\n" else sequence[0]

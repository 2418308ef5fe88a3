"""A pseudo-terminal as the standard input, and somebody who presses keys there."""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from catanlab.cli.terminal.keys import Keys

SENT = {
    "enter": "\n",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "escape": "\x1b",
}
"""The characters that special keys send."""
CTRL_D = "\x04"


@contextmanager
def keyboard() -> Iterator[int]:
    """Make a pseudo-terminal the standard input; yield the end at which somebody types."""
    typing, terminal = pty.openpty()
    tty.setcbreak(terminal)
    try:
        with os.fdopen(terminal) as stdin, patch("sys.stdin", stdin):
            yield typing
    finally:
        os.close(typing)


class Typist(Keys):
    """A keyboard at which somebody presses these keys and then Ctrl-D; exceptions are raised instead."""

    def __init__(self, typing: int, keys: Iterable[str | BaseException]) -> None:
        super().__init__()
        self._typing = typing
        self._keys = iter(keys)

    def read(self) -> str:
        """Press the next key, and read it from the terminal."""
        key = next(self._keys, CTRL_D)
        if isinstance(key, BaseException):
            raise key
        os.write(self._typing, SENT.get(key, key).encode())
        return super().read()

"""`catanlab play` as a process of its own at a real pseudo-terminal of 80 columns and 24 lines."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from select import select
from types import TracebackType
from typing import Self

SECONDS = 60
"""After so long a test gives up."""


class PtyGame:
    """A process and the end of the terminal at which somebody types; `typed_ahead` is typed at once."""

    def __init__(self, folder: Path, *words: str, typed_ahead: str = "") -> None:
        self._typing, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.write(self._typing, typed_ahead.encode())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "catanlab", "play", *words],
            cwd=folder,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**os.environ, "TERM": "dumb", "PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,
        )
        os.close(terminal)
        self.text = ""
        self._read_to = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=SECONDS)
        with suppress(OSError):
            os.close(self._typing)

    def type_line(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self._typing, f"{line}\n".encode())

    def read_until(self, words: str) -> str:
        """Return what is written from the last such place until these words come, with them."""
        start = self._read_to
        while words not in self.text[start:]:
            assert select([self._typing], [], [], SECONDS)[0], f"{words!r} never came: {self.text}"
            try:
                data = os.read(self._typing, 65536)
            except OSError:
                data = b""
            assert data, f"{words!r} never came, and the process ended: {self.text}"
            self.text += data.decode("utf-8", "replace")
        self._read_to = self.text.index(words, start) + len(words)
        return self.text[start : self._read_to]

    def close_window(self) -> None:
        """Close the terminal."""
        os.close(self._typing)

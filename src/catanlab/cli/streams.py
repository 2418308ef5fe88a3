"""The standard streams of a command: closed or full ones, and characters they cannot write."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Errors of a file that is open already: no space left, or gone."""


def prepare_streams() -> bool:
    """Open empty streams where stdin or stderr are closed; return whether there is a stdout.

    Characters that its encoding lacks are escaped, `\\u2019` in ASCII, so that none stops a command.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - it stays open
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout is not None


def write_bytes(data: bytes) -> None:
    """Write bytes, such as a picture, to standard output; raises OSError."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def drop_output() -> bool:
    """Drop the output that standard output does not accept; return whether there was any.

    Otherwise Python would report it once more at exit.
    """
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        return True
    return False


def is_about_output(error: OSError) -> bool:
    """Say whether an error names no file, and can come from writing to an open one."""
    return error.filename is None and error.errno in _FULL

"""The standard streams of a command: closed ones, full ones, and what they cannot write."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What goes wrong with a file that is open already: no room left, or gone."""


def prepare_streams() -> bool:
    """Put empty streams where input or errors are closed; return whether there is an output.

    What an encoding lacks is written out, `\\u2019` in ASCII, so that no letter stops a command.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - it stays open
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout is not None


def drop_output() -> bool:
    """Throw away what standard output does not take; return whether there is such a thing.

    Otherwise Python would complain about it once more at exit.
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
    """Say whether an error names no file and is one of those that writing to an open one meets."""
    return error.filename is None and error.errno in _FULL

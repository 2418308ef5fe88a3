"""Kills the servers of a run whose driver died: they are in sessions of their own, and would live on.

A shell reads the numbers of processes, `+1234` as one begins and `-1234` when it has ended. When its input
ends, because the driver is gone, it kills those that are left.
"""

from __future__ import annotations

import subprocess
from functools import cache
from threading import Lock
from typing import IO

_SCRIPT = """alive=" "
while read -r line; do
    case $line in
        +*) alive="$alive${line#+} " ;;
        -*) gone=" ${line#-} "
            case $alive in *"$gone"*) alive="${alive%%"$gone"*} ${alive#*"$gone"}" ;; esac ;;
    esac
done
for process in $alive; do kill -9 "$process" 2>/dev/null; done"""
_lock = Lock()


def begun(process: int) -> None:
    """Let a process be killed if this one dies."""
    _tell(f"+{process}")


def ended(process: int) -> None:
    """Let a process be forgotten that has ended."""
    _tell(f"-{process}")


def _tell(line: str) -> None:
    with _lock:  # scenarios run in threads
        _shell().write(line + "\n")
        _shell().flush()


@cache
def _shell() -> IO[str]:
    """Return the input of the shell of this process, started when it is first needed."""
    shell = subprocess.Popen(
        ["sh", "-c", _SCRIPT], stdin=subprocess.PIPE, text=True, start_new_session=True
    )
    shell.returncode = 0  # it outlives this process by a moment, and nobody need worry
    assert shell.stdin is not None
    return shell.stdin

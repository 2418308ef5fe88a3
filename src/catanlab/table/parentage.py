"""Processes of agents: they end when the one that started them is gone, and their copies do not play on."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from fcntl import F_GETFL, F_SETFL, F_SETOWN, fcntl
from multiprocessing import connection, parent_process


def end_with_parent() -> None:
    """Let this process end at once when its parent has ended; to be called in its main thread."""
    parent = parent_process()
    if parent is None:
        return
    threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()
    # An agent may keep Python's lock, and so that thread from running. But the kernel itself tells that a
    # pipe was closed, by a signal that ends a process which does not handle it.
    with suppress(OSError):
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl(parent.sentinel, F_SETOWN, os.getpid())
        fcntl(parent.sentinel, F_SETFL, fcntl(parent.sentinel, F_GETFL) | os.O_ASYNC)


def end_if_forked(owner: int) -> None:
    """End this process at once unless it is the owner: an agent has forked, and the copy came back from it.

    A copy that stays in the agent, as one of `multiprocessing` does, is left alone.
    """
    if os.getpid() != owner:
        os._exit(1)


def _wait_and_end(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)

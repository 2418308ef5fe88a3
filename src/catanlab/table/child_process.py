"""Child processes end with their parent; a copy forked by an agent does not go on in their place."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from fcntl import F_GETFL, F_SETFL, F_SETOWN, fcntl
from multiprocessing import connection, parent_process


def end_with_parent() -> None:
    """Make this process end as soon as its parent has ended; call it in the main thread."""
    parent = parent_process()
    if parent is None:
        return
    threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()
    # An agent that holds Python's lock keeps that thread from running. But the kernel itself reports a
    # closed pipe, by a signal that ends any process which does not handle it.
    with suppress(OSError):
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl(parent.sentinel, F_SETOWN, os.getpid())
        fcntl(parent.sentinel, F_SETFL, fcntl(parent.sentinel, F_GETFL) | os.O_ASYNC)


def end_if_forked(owner: int) -> None:
    """End this process at once unless its id is `owner`: an agent forked, and the copy returned from it.

    A copy that does not return from the agent, such as one made by `multiprocessing`, is left alone.
    """
    if os.getpid() != owner:
        os._exit(1)


def _wait_and_end(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)

"""The signals that end a game: a closed window and a request to stop act like Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ASKED_TO_STOP = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt when the window is closed or somebody asks the process to stop.

    Only the first signal does so: a window that closes may send several, and the later ones must not
    disturb what the first one began. They are ignored from then on, also after the block: the process
    ends, and one that comes meanwhile must not kill it.
    """
    ending = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal ending
        ending = True
        for each in _ASKED_TO_STOP:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    try:
        old = [(number, signal.signal(number, interrupt)) for number in _ASKED_TO_STOP]
    except ValueError:  # only the main thread may
        old = []
    try:
        yield
    finally:
        if not ending:
            for number, handler in old:
                signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put off Ctrl-C and the signals above, so that what is done within is never left half done."""
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (*_ASKED_TO_STOP, signal.SIGINT)}
    if threading.current_thread() is not threading.main_thread():  # where no handler runs, and none is set
        yield
        return
    try:
        for number in handlers:
            signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        for each in dict.fromkeys(came):
            signal.raise_signal(each)

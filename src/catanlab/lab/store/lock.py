"""One writer at a time, by a lock on a file: the system frees it when its process ends in any way."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from catanlab.framework.errors import StoreError
from catanlab.lab.store.files import reporting_errors

_held: dict[tuple[int, int], int] = {}
"""The lock files that a process holds, by device and number, and the process: the system's locks keep
processes apart, but not two writers within one."""


class WriterLock:
    """The right to write in a folder, taken by `hold`; its holder may take it again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._owner = 0
        self._depth = 0

    @property
    def is_held(self) -> bool:
        """Whether this process holds it through this object; a forked child does not."""
        return self._depth > 0 and self._owner == os.getpid()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Take the lock for a while; raises StoreError if another run has it."""
        if self.is_held:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
            return
        if self._is_held_elsewhere():
            raise self._refusal()
        with reporting_errors(self._path, "write"):
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        place = _place(os.fstat(descriptor))
        try:
            # Not flock: children that were forked would go on holding it after their parent was killed.
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise self._refusal() from None
        self._owner, self._depth = os.getpid(), 1
        _held[place] = self._owner
        try:
            yield
        finally:
            self._depth = 0
            if _held.get(place) == os.getpid():
                del _held[place]
            os.close(descriptor)

    def _is_held_elsewhere(self) -> bool:
        """Say whether another writer of this process has the lock.

        Looked up by name: to open the file and close it again would set the lock free, which POSIX ties to
        the process and not to what was opened.
        """
        return self._path.exists() and _held.get(_place(self._path.stat())) == os.getpid()

    def _refusal(self) -> StoreError:
        return StoreError(
            f"another run is writing to {self._path.parent}; wait until it has ended, or stop it"
        )


def _place(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino

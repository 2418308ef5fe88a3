"""Writes files that appear whole or not at all, and reports errors with the name of the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from catanlab.framework.errors import StoreError

HALF_WRITTEN = ".half-written"
"""Ends the name of a file that is being written; one that is found later was left by a killed run."""


def write_whole(path: Path, write: Callable[[BinaryIO], object], *, force: bool = False) -> None:
    """Make a new file: write it under another name, sync it to disk, then rename it.

    Whenever the process is killed, the file is there whole or not at all. Raises StoreError if it cannot be
    written, or if it exists and `force` is not given.
    """
    half = path.with_name(f"{path.name}{HALF_WRITTEN}")
    with reporting_errors(path, "write"):
        if path.exists() and not force:
            raise StoreError(f"{path} is there already, and nothing is overwritten; move it away first")
        try:
            with half.open("wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)
        except BaseException:
            with suppress(OSError):
                half.unlink()
            raise
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk, so that a power cut does not undo a rename."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it; raises StoreError if that fails."""
    with reporting_errors(folder, "make the folder"):
        folder.mkdir(parents=True, exist_ok=True)


@contextmanager
def reporting_errors(path: Path, doing: str) -> Iterator[None]:
    """Turn an error of the system into a StoreError that names the file."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot {doing} {path}: {error.strerror or error}") from None


def damaged(path: Path, reason: str) -> StoreError:
    """Return the error about a file whose content has changed since it was written."""
    return StoreError(
        f"{path} is damaged ({reason}); put back a copy, or move it away: its games are then played again"
    )

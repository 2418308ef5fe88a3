"""The parts in the folder of a match: which there are, which count, and what a killed run left behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from catanlab.framework.errors import StoreError
from catanlab.lab.rows import Rows
from catanlab.lab.store.files import HALF_WRITTEN, reporting_errors
from catanlab.lab.store.part import Part, PartGoneError, read_part, write_part

PART = re.compile(r"part-([0-9]{6,12})\.parquet", re.ASCII)
NUMBERED = re.compile(r"part-([0-9]{6,12})\.(?:parquet|records)", re.ASCII)
MAX_READS = 20
"""How often results are read while a writer merges their parts."""

Found = TypeVar("Found")


def part_path(folder: Path, number: int) -> Path:
    """Return the name of a part.

    >>> part_path(Path("ab12"), 3).name
    'part-000003.parquet'
    """
    return folder / f"part-{number:06d}.parquet"


def parts_that_count(folder: Path, key: str) -> list[Part]:
    """Return the parts in order of their numbers, without those that others replace.

    Raises StoreError for the first one that is damaged, foreign, too new or of another match, and
    PartGoneError if one was removed meanwhile.
    """
    parts = [read_part(path, number, key) for number, path in _numbered(folder, PART)]
    replaced = {number for part in parts for number in part.replaces}
    return [part for part in parts if part.number not in replaced]


def next_number(folder: Path) -> int:
    """Return a number that no file in the folder has had."""
    return max((number for number, _ in _numbered(folder, NUMBERED)), default=0) + 1


def write_next_part(
    folder: Path, key: str, rows: Rows, keep_records: Callable[[Path], str], replaces: tuple[int, ...] = ()
) -> Part:
    """Write a new part, its records before it, so that both count from the moment the part has its name.

    `keep_records` writes them to a file and returns its digest, or "" if there are none. Raises StoreError
    if they cannot be written; no file is left then.
    """
    number = next_number(folder)
    path = part_path(folder, number)
    records_path = path.with_suffix(".records")
    try:
        return write_part(path, number, key, rows, replaces, keep_records(records_path))
    except BaseException:
        if not path.exists():  # an interrupt may come just after the rename
            records_path.unlink(missing_ok=True)
        raise


def sweep(folder: Path, parts: list[Part]) -> None:
    """Remove what a killed run left: half-written files, and parts that others replace."""
    with reporting_errors(folder, "write"):
        for path in folder.glob(f"*{HALF_WRITTEN}"):
            path.unlink(missing_ok=True)
        for part in parts:
            remove_parts(folder, part.replaces)


def remove_parts(folder: Path, numbers: tuple[int, ...]) -> None:
    """Remove parts, each before its records, so that no part is ever without them."""
    for number in numbers:
        path = part_path(folder, number)
        with reporting_errors(path, "remove"):
            path.unlink(missing_ok=True)
            path.with_suffix(".records").unlink(missing_ok=True)


def while_parts_come_and_go(read: Callable[[], Found]) -> Found:
    """Read again whenever a writer merged parts meanwhile; raises StoreError if that never ends."""
    for _ in range(MAX_READS):
        with suppress(PartGoneError):
            return read()
    raise StoreError("the results change faster than they can be read; try again when the run has ended")


def _numbered(folder: Path, pattern: re.Pattern[str]) -> list[tuple[int, Path]]:
    """Return the files whose names match, in the order of the numbers in them."""
    if not folder.is_dir():
        return []
    with reporting_errors(folder, "read"):
        matches = [(pattern.fullmatch(path.name), path) for path in folder.iterdir()]
    return sorted((int(match[1]), path) for match, path in matches if match)

"""Many small parts merged into few, so that reading stays quick however a run has written them.

A merged part names those it replaces. From the moment it has its name it counts instead of them, and
they are removed. Whenever the run is killed, every game is stored once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from catanlab.framework.errors import StoreError
from catanlab.lab.store.folder import part_path, remove_parts, write_next_part
from catanlab.lab.store.gathering import gather
from catanlab.lab.store.part import Part
from catanlab.lab.store.records import check_records, merge_records

MAX_GAMES_IN_PART = 250_000
"""The most games of a merged part."""
MAX_RECORD_BYTES_IN_PART = 250_000_000
"""The largest size of the records of a merged part."""
PARTS_TO_MERGE = 32
"""When there are this many parts of about the same size, they are merged."""


def small_parts(parts: Iterable[Part]) -> list[list[Part]]:
    """Return which parts to merge with each other so that few are left."""
    groups: list[list[Part]] = [[]]
    fill = 0.0
    for part in parts:
        weight = _weight(part)
        if weight > 0.5:
            continue
        if fill + weight > 1.0:
            groups.append([])
            fill = 0.0
        groups[-1].append(part)
        fill += weight
    return [group for group in groups if len(group) > 1]


def crowded_parts(parts: Iterable[Part]) -> list[list[Part]]:
    """Return which parts to merge because many are of about the same size.

    A merged part is of the next size, so that a game is written anew a few times in all.
    """
    sizes: dict[int, list[Part]] = {}
    for part in parts:
        sizes.setdefault(int(math.log(max(part.games, 1), PARTS_TO_MERGE)), []).append(part)
    return [
        group for alike in sizes.values() if len(alike) >= PARTS_TO_MERGE for group in small_parts(alike)
    ]


def mergeable(group: Iterable[Part], problems: list[StoreError]) -> list[Part]:
    """Return the parts of a group whose records are sound; the errors of the others go to `problems`.

    Damaged ones stay as they are: they must not stop a run, nor get into a merged file as sound ones.
    """
    sound = []
    for part in group:
        try:
            check_records(part)
        except StoreError as error:
            problems.append(error)
        else:
            sound.append(part)
    return sound


def merge(folder: Path, key: str, seats: int, group: Sequence[Part]) -> Part:
    """Write one part in place of several with sound records and return it.

    Raises StoreError if it cannot be written; nothing has changed then.
    """
    rows = gather(group, seats)
    replaced = [each for part in group for each in (*part.replaces, part.number)]
    there = tuple(each for each in replaced if part_path(folder, each).exists())
    merged = write_next_part(folder, key, rows, lambda path: merge_records(path, group), there)
    remove_parts(folder, there)
    return merged


def _weight(part: Part) -> float:
    """Return how much of a merged part it would fill."""
    size = part.records_path.stat().st_size if part.records and part.records_path.exists() else 0
    return max(part.games / MAX_GAMES_IN_PART, size / MAX_RECORD_BYTES_IN_PART)

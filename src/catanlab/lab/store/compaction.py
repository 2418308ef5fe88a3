"""Many small parts merged into few, so that reading stays quick however a run has written them.

A merged part names those it replaces. It counts from the moment that it has its name, and they do not; they
are removed after that. Whenever the run is killed, every game is there once.
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

MOST_GAMES = 250_000
"""A merged part has at most so many games,"""
MOST_BYTES = 250_000_000
"""and records of at most so many bytes."""
MANY = 32
"""So many parts of about the same size are merged when another is added."""


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
        sizes.setdefault(int(math.log(max(part.games, 1), MANY)), []).append(part)
    return [group for alike in sizes.values() if len(alike) >= MANY for group in small_parts(alike)]


def mergeable(group: Iterable[Part], problems: list[StoreError]) -> list[Part]:
    """Return the parts of a group whose records are sound; what is wrong with others goes to `problems`.

    Those stay as they are: damaged records must not stop a run, nor pass for sound ones in a merged file.
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

    Raises StoreError, and then nothing has changed.
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
    return max(part.games / MOST_GAMES, size / MOST_BYTES)

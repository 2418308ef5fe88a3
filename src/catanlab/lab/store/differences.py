"""Finds a game that two sources have with different results; times may differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catanlab.lab.rows import Rows


@dataclass(frozen=True)
class Difference:
    """A game with different results."""

    game: str
    """Which game it is, in words."""
    sources: tuple[int, int]
    """The numbers of the two sources."""
    values: str
    """The first column that differs, and what it is in each of the sources."""


def find_difference(sources: Sequence[Rows]) -> Difference | None:
    """Return the first game that is in two of the sources with different results, or None."""
    if not sources:
        return None
    rows = Rows.joined(sources, sources[0].seats)
    origin = np.repeat(np.arange(len(sources)), [len(one) for one in sources])
    unsorted = [np.concatenate([one[name] for one in sources]) for name in ("game", "block")]
    origin = origin[np.lexsort(unsorted)]
    again = (rows.block[1:] == rows.block[:-1]) & (rows.game[1:] == rows.game[:-1])
    for name, values in rows.without_times():
        differs = values[1:] != values[:-1]
        wrong = np.flatnonzero(again & (differs if differs.ndim == 1 else differs.any(axis=1)))
        if len(wrong):
            place = int(wrong[0])
            return Difference(
                f"game {rows.game[place]} of block {rows.block[place]}",
                (int(origin[place]), int(origin[place + 1])),
                f"{name}: {values[place].tolist()} and {values[place + 1].tolist()}",
            )
    return None

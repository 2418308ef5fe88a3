"""Rows gathered from parts, in order and each game once, without a second copy of all in memory."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catanlab.lab.rows import Rows
from catanlab.lab.store.part import Part, file_column, read_columns


class Places:
    """Where each game of some parts comes in the gathered rows: by block and game, the first of equals."""

    def __init__(self, parts: Sequence[Part], seats: int, blocks: Container[int] | None = None) -> None:
        columns = [read_columns(part, seats, ("block", "game")) for part in parts]
        block = _joined([column["block"] for column in columns], np.int64)
        game = _joined([column["game"] for column in columns], np.int32)
        del columns
        order = np.lexsort((game, block))
        kept = _first_of_equals(block[order], game[order])
        if blocks is not None:
            kept &= are_in(block[order], blocks)
        self.block = block[order[kept]]
        """The gathered games' blocks."""
        self.game = game[order[kept]]
        """Their numbers in them."""
        self._place = np.full(len(order), -1, np.int64)
        self._place[order[kept]] = np.arange(len(self.block))
        self._ends = np.cumsum([0, *(part.games for part in parts)])

    def __len__(self) -> int:
        return len(self.block)

    def of_part(self, index: int) -> NDArray[np.int64]:
        """Return the place of each game of a part; -1 for one that is left out."""
        return self._place[self._ends[index] : self._ends[index + 1]]


def gather(parts: Sequence[Part], seats: int, blocks: Container[int] | None = None) -> Rows:
    """Return the games of the parts that are in these blocks, or all; raises StoreError."""
    places = Places(parts, seats, blocks)
    rows = Rows.empty(len(places), seats)
    for index, part in enumerate(parts):
        place = places.of_part(index)
        chosen = place >= 0
        if not chosen.any():
            continue
        everything = bool(chosen.all())
        target = place if everything else place[chosen]
        for name, values in read_columns(part, seats).items():
            file_column(rows, name)[target] = values if everything else values[chosen]
    return rows


def whole_blocks(block: NDArray[np.int64], each: int) -> NDArray[np.int64]:
    """Return the blocks that have `each` games, from the blocks of all games."""
    numbers, games = np.unique(block, return_counts=True)
    whole: NDArray[np.int64] = numbers[games == each]
    return whole


def are_in(sorted_blocks: NDArray[np.int64], wanted: Container[int]) -> NDArray[np.bool_]:
    """Return for each of the blocks, which are sorted, whether it is wanted."""
    if isinstance(wanted, np.ndarray):
        return np.isin(sorted_blocks, wanted)
    numbers, lengths = np.unique(sorted_blocks, return_counts=True)
    # As plain integers: a range looks for a number of numpy's one by one.
    answers = np.array([number in wanted for number in numbers.tolist()], np.bool_)
    return np.repeat(answers, lengths)


def _first_of_equals(block: NDArray[np.int64], game: NDArray[np.int32]) -> NDArray[np.bool_]:
    kept = np.ones(len(block), np.bool_)
    kept[1:] = (block[1:] != block[:-1]) | (game[1:] != game[:-1])
    return kept


def _joined(columns: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate([np.empty(0, kind), *columns])

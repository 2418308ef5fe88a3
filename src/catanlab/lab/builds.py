"""What each seat of a game of Catan built and bought beyond the set-up, counted from its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.moves import group_number
from catanlab.games.catan import constants
from catanlab.lab.rows import LOST, Rows
from catanlab.table.events import Outcome, Played
from catanlab.table.record import Record

BUILDS: Final = ("roads", "settlements", "cities", "cards")
"""What is counted: pieces built, free roads included, and development cards bought."""
UNCOUNTED: Final = -1
"""The count of a game whose builds are not known."""
Counts: TypeAlias = NDArray[np.int16]
_PLACES: Final[dict[int, int]] = {
    constants.ROAD: BUILDS.index("roads"),
    constants.SETTLEMENT: BUILDS.index("settlements"),
    constants.CITY: BUILDS.index("cities"),
    constants.BUY_CARD: BUILDS.index("cards"),
}


def count_builds(record: Record) -> Counts:
    """Return how often each seat of a record built or bought each of `BUILDS`, of shape (seats, builds).

    What is placed before the first roll of the dice is the set-up, and is not counted.

    >>> from catanlab.lab.match_plan import MatchPlan
    >>> from catanlab.lab.native import native_record
    >>> count_builds(native_record(MatchPlan.match(["random"] * 4), 0, 0)).shape
    (4, 4)
    """
    counts = np.zeros((record.game.seats, len(BUILDS)), np.int16)
    is_set_up = True
    for entry in record.entries:
        if isinstance(entry, Outcome):
            is_set_up = is_set_up and group_number(entry.move) != constants.DICE
        elif isinstance(entry, Played) and not is_set_up:
            place = _PLACES.get(group_number(entry.move))
            if place is not None:
                counts[entry.seat, place] += 1
    return counts


@dataclass(frozen=True, eq=False)
class Builds:
    """The builds of some games of a match: those of a game have shape (seats, builds)."""

    block: NDArray[np.int64]
    game: NDArray[np.int32]
    counts: Counts

    @classmethod
    def empty(cls, seats: int) -> Builds:
        """Return the builds of no games."""
        return cls(
            np.empty(0, np.int64), np.empty(0, np.int32), np.empty((0, seats, len(BUILDS)), np.int16)
        )

    @classmethod
    def of_games(cls, games: Sequence[tuple[int, int, Counts]], seats: int) -> Builds:
        """Return the builds of some games, each given by block, number in the block, and counts."""
        if not games:
            return cls.empty(seats)
        blocks, numbers, counts = zip(*games, strict=True)
        return cls(np.array(blocks, np.int64), np.array(numbers, np.int32), np.stack(counts))

    @classmethod
    def joined(cls, parts: Sequence[Builds], seats: int) -> Builds:
        """Return the builds of all parts in the order of blocks and games, of each game the first."""
        parts = [cls.empty(seats), *parts]
        block = np.concatenate([part.block for part in parts])
        game = np.concatenate([part.game for part in parts])
        counts = np.concatenate([part.counts for part in parts])
        order = np.lexsort((game, block))
        block, game, counts = block[order], game[order], counts[order]
        first = np.ones(len(block), np.bool_)
        first[1:] = (block[1:] != block[:-1]) | (game[1:] != game[:-1])
        return cls(block[first], game[first], counts[first])

    @property
    def ids(self) -> set[tuple[int, int]]:
        """Block and number of each game."""
        return set(_ids(self.block, self.game))

    def of_rows(self, rows: Rows) -> Counts:
        """Return the builds of the games of some rows, of shape (games, seats, builds).

        They are UNCOUNTED in a game that was lost, and in all games of a block that lacks others.
        """
        found = np.full((len(rows), rows.seats, len(BUILDS)), UNCOUNTED, np.int16)
        places = {each: place for place, each in enumerate(_ids(self.block, self.game))}
        place = np.array([places.get(each, -1) for each in _ids(rows.block, rows.game)], np.int64)
        is_played = rows.ended != LOST
        whole = ~np.isin(rows.block, rows.block[is_played & (place < 0)])
        found[whole & is_played] = self.counts[place[whole & is_played]]
        return found

    def __len__(self) -> int:
        return len(self.block)


def _ids(block: NDArray[np.int64], game: NDArray[np.int32]) -> zip[tuple[int, int]]:
    return zip(block.tolist(), game.tolist(), strict=True)

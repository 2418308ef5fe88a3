"""Units: some blocks of a match that one worker plays, their size, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.worker import Delivery, NumberedRecord, Order

UNIT_SECONDS = 1.0
"""How long a unit should take: what is in flight is lost when a run is interrupted."""
FIRST_NATIVE_UNIT = 64
LARGEST_UNIT = 4096


@dataclass(frozen=True)
class Unit:
    """Blocks that were played: a row for each of their games, records if wanted, and what went wrong."""

    blocks: tuple[int, ...]
    rows: Rows
    records: list[NumberedRecord]
    troubles: list[str]


class OpenUnit:
    """A unit that is being played: which of its games are done, and what came of them."""

    def __init__(self, number: int, blocks: Sequence[int], plan: MatchPlan) -> None:
        self.number = number
        self.seconds = 0.0
        self._blocks = tuple(blocks)
        self._seats = plan.seats
        self._left = set(product(self._blocks, range(len(plan.seatings))))
        self._done: set[tuple[int, int]] = set()
        self._rows: list[Rows] = []
        self._records: list[NumberedRecord] = []
        self._troubles: list[str] = []

    @property
    def order(self) -> Order:
        """What a worker has to play of it."""
        first, last = self._blocks[0], self._blocks[-1]
        whole = range(first, last + 1)
        # A range is small, so that an order never fills the pipe of a worker that is busy.
        blocks = whole if self._blocks == tuple(whole) else self._blocks
        return Order(self.number, blocks, frozenset(self._done))

    @property
    def is_done(self) -> bool:
        """Whether all its games are done."""
        return not self._left

    def waits_for(self, game: tuple[int, int] | None) -> bool:
        """Say whether a game, given by block and number, is one of it that is not done."""
        return game in self._left

    def take(self, delivery: Delivery) -> None:
        """Take in what a worker played."""
        games = set(zip(delivery.rows.block.tolist(), delivery.rows.game.tolist(), strict=True))
        self._left -= games
        self._done |= games
        self._rows.append(delivery.rows)
        self._records += delivery.records
        self._troubles += delivery.troubles
        self.seconds += delivery.seconds

    def close(self) -> Unit:
        """Return what came of it."""
        rows = Rows.joined(self._rows, self._seats)
        records = sorted(self._records, key=lambda record: record[:2])
        return Unit(self._blocks, rows, records, self._troubles)

    @property
    def seconds_per_block(self) -> float:
        """How long a block took."""
        return self.seconds / len(self._blocks)


class Pace:
    """How many blocks make a unit of about a second; it learns from the units that were played.

    >>> pace = Pace(native=False)
    >>> pace.size
    1
    >>> pace.learn(0.01)
    >>> pace.size
    4
    >>> pace.learn(0.4)
    >>> pace.size
    2
    """

    growth = 4

    def __init__(self, native: bool) -> None:
        self.size = FIRST_NATIVE_UNIT if native else 1

    def learn(self, seconds_per_block: float) -> None:
        """Take in how long a block took."""
        most = min(self.growth * self.size, LARGEST_UNIT)
        self.size = max(1, min(most, int(UNIT_SECONDS / max(seconds_per_block, 1e-9))))

    @property
    def is_quick(self) -> bool:
        """Whether a unit has several blocks, so that a worker can have the next one waiting."""
        return self.size > 1

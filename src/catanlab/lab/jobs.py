"""Jobs: some blocks of a match that one worker plays, how many, and the games that are done of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.troubles import Trouble
from catanlab.lab.worker import Job, JobResult, NumberedRecord

JOB_SECONDS = 1.0
"""How long a job should take: what is being played is lost when a run is interrupted."""
FIRST_NATIVE_BLOCKS = 64
"""The blocks of the first job of native games."""
MAX_BLOCKS = 4096


@dataclass(frozen=True)
class FinishedJob:
    """Blocks that were played: a row for each game, records if they were asked for, and incidents."""

    blocks: tuple[int, ...]
    rows: Rows
    records: list[NumberedRecord]
    troubles: list[Trouble]


class RunningJob:
    """A job that is being played: which of its games are done, and their results."""

    def __init__(self, number: int, blocks: Sequence[int], plan: MatchPlan) -> None:
        self.number = number
        self.seconds = 0.0
        self._blocks = tuple(blocks)
        self._seats = plan.seats
        self._left = set(product(self._blocks, range(len(plan.seatings))))
        self._done: set[tuple[int, int]] = set()
        self._rows: list[Rows] = []
        self._records: list[NumberedRecord] = []
        self._troubles: list[Trouble] = []

    @property
    def job(self) -> Job:
        """The job as it is sent to a worker: without the games that are done."""
        first, last = self._blocks[0], self._blocks[-1]
        whole = range(first, last + 1)
        # A range is small, so that a job never fills the pipe of a worker that is busy.
        blocks = whole if self._blocks == tuple(whole) else self._blocks
        return Job(self.number, blocks, frozenset(self._done))

    @property
    def is_done(self) -> bool:
        """Whether all its games are done."""
        return not self._left

    def waits_for(self, game: tuple[int, int] | None) -> bool:
        """Return whether a game, given by block and number, belongs to the job and is not done."""
        return game in self._left

    def add(self, result: JobResult) -> None:
        """Add games that a worker played."""
        games = set(zip(result.rows.block.tolist(), result.rows.game.tolist(), strict=True))
        self._left -= games
        self._done |= games
        self._rows.append(result.rows)
        self._records += result.records
        self._troubles += result.troubles
        self.seconds += result.seconds

    def finish(self) -> FinishedJob:
        """Return all its results, in the order of blocks and games."""
        rows = Rows.joined(self._rows, self._seats)
        records = sorted(self._records, key=lambda record: record[:2])
        return FinishedJob(self._blocks, rows, records, self._troubles)

    @property
    def seconds_per_block(self) -> float:
        """How long a block took."""
        return self.seconds / len(self._blocks)


class JobSize:
    """How many blocks make a job of this many seconds, about; it learns from the jobs that were played.

    >>> size = JobSize(native=False)
    >>> size.blocks
    1
    >>> size.learn(0.01)
    >>> size.blocks
    4
    >>> size.learn(0.4)
    >>> size.blocks
    2
    """

    growth = 4

    def __init__(self, native: bool, seconds: float = JOB_SECONDS) -> None:
        self.blocks = FIRST_NATIVE_BLOCKS if native else 1
        self._seconds = seconds

    def learn(self, seconds_per_block: float) -> None:
        """Adapt the size to how long a block took."""
        largest = min(self.growth * self.blocks, MAX_BLOCKS)
        self.blocks = max(1, min(largest, int(self._seconds / max(seconds_per_block, 1e-9))))

    @property
    def is_quick(self) -> bool:
        """Whether a job has several blocks, so that a worker can have the next job waiting."""
        return self.blocks > 1

"""The contract of an executor, which plays the blocks of one match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from catanlab.lab.jobs import FinishedJob
from catanlab.lab.match_plan import MatchPlan


class Executor(Protocol):
    """Plays blocks of the match that it was made for, and writes nothing: its user stores the results.

    The rows of a block depend on the plan and the block, never on the executor; only the times differ.
    """

    def play(self, blocks: Iterable[int], tick: float = 0.25) -> Iterator[FinishedJob | None]:
        """Play blocks and yield finished jobs in any order, and None at least every `tick` seconds.

        Every block is in exactly one job. A job without blocks has nothing but troubles to report. Blocks
        are taken from the iterable when somebody is free for them. To stop early, close the iterator: the
        jobs that are running are then dropped. Raises WorkerError if nobody can play, and MatchStoppedError
        if an agent fails in strict play.
        """
        ...

    def close(self) -> None:
        """End everything that was started; may be called again."""
        ...


class MakeExecutor(Protocol):
    """Makes an executor for a match."""

    def __call__(self, plan: MatchPlan, *, records: bool, strict: bool, stall_seconds: float) -> Executor:
        """Return it; raises ArgumentError or WorkerError."""
        ...

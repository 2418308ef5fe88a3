"""Small matches, played by an executor, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np

from catanlab.lab.executors import LocalExecutor
from catanlab.lab.jobs import FinishedJob
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows

ROGUE = "tests.lab.rogues.Rogue"
FIRST = "tests.table.players.First"


def duel(agent: str, other: str = "random", **options: Any) -> MatchPlan:
    """Return a quick match of two seats."""
    return MatchPlan.match([agent, other], rules="players=2", **{"max_turns": 30, **options})


def play_here(plan: MatchPlan, blocks: Iterable[int], **options: Any) -> list[FinishedJob]:
    """Play blocks by processes of this machine."""
    with LocalExecutor(plan, 1, **options) as executor:
        return [job for job in executor.play(blocks) if job]


def joined(jobs: Sequence[FinishedJob]) -> Rows:
    """Return the rows of jobs."""
    return Rows.joined([job.rows for job in jobs], jobs[0].rows.seats)


def alike(one: Rows, other: Rows) -> bool:
    """Say whether rows are alike but for times."""
    pairs = zip(one.without_times(), other.without_times(), strict=True)
    return all(np.array_equal(mine, yours) for (_, mine), (_, yours) in pairs)


def troubles(jobs: Iterable[FinishedJob]) -> list[str]:
    """Return all that went wrong."""
    return [str(trouble) for job in jobs for trouble in job.troubles]


def games(jobs: Iterable[FinishedJob]) -> dict[tuple[int, int], object]:
    """Return the recorded games of jobs: moves and headers, without the times that agents took."""
    return {
        (block, game): ([str(move) for move in record.moves], record.headers, record.agents, record.seed)
        for job in jobs
        for block, game, record in job.records
    }


def until(is_true: Callable[[], bool]) -> Iterator[int]:
    """Give numbers from 0 on until something is true, and a few more."""
    for number in count():
        if is_true():
            yield from range(number, number + 4)
            return
        yield number

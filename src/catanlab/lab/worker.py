"""A worker process: it plays the games of the jobs it is sent, and shows its status in shared memory."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import Array, c_double
from dataclasses import dataclass
from itertools import product
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, TypeAlias

from catanlab.framework.wording import words_of
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import native_record, play_natively
from catanlab.lab.play_game import failure, lost_row, play_at_table
from catanlab.lab.rows import Rows
from catanlab.lab.troubles import NO_SEAT, Trouble
from catanlab.table.child_process import end_if_forked, end_with_parent
from catanlab.table.record import Record

NumberedRecord: TypeAlias = tuple[int, int, Record]
"""A record with the block and the number of its game."""

_BLOCK, _GAME, _SEAT, _SINCE, _BEGUN, FIELDS = range(6)


class WorkerStatus:
    """Which game a worker plays, which seat was called last, and since when.

    These are a few numbers in memory that both processes share, so that they can still be read when the
    worker has ended.
    """

    def __init__(self, memory: Array[c_double]) -> None:
        self._memory = memory

    def begin(self, block: int, game: int) -> None:
        """Note that a game begins."""
        self._memory[_SEAT] = NO_SEAT
        self._memory[_BLOCK] = block
        self._memory[_BEGUN] = self._memory[_SINCE] = monotonic()
        self._memory[_GAME] = game

    def call(self, seat: int) -> None:
        """Note that the agent of a seat is called."""
        self._memory[_SINCE] = monotonic()
        self._memory[_SEAT] = seat

    def end(self) -> None:
        """Note that no game is played."""
        self._memory[_GAME] = -1

    @property
    def game(self) -> tuple[int, int] | None:
        """The block and number of the game, if one is played."""
        game = int(self._memory[_GAME])
        return (int(self._memory[_BLOCK]), game) if game >= 0 else None

    @property
    def seat(self) -> int:
        """The seat that was called last, or NO_SEAT."""
        return int(self._memory[_SEAT])

    @property
    def since(self) -> float:
        """When it was called."""
        return self._memory[_SINCE]

    @property
    def begun(self) -> float:
        """When the game began."""
        return self._memory[_BEGUN]


@dataclass(frozen=True)
class Job:
    """The games that a worker has to play: all of some blocks, except those that are done."""

    number: int
    blocks: Sequence[int]
    done: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class JobResult:
    """The results of some games of a job, and how long they took."""

    number: int
    rows: Rows
    records: Sequence[NumberedRecord]
    troubles: Sequence[Trouble]
    seconds: float


@dataclass(frozen=True)
class HowToPlay:
    """How a worker plays: natively or at tables, with or without records, and if failures end it."""

    native: bool = False
    records: bool = False
    strict: bool = False


def serve(pipe: Connection, memory: Any, plan: MatchPlan, how: HowToPlay) -> None:
    """Play the jobs that come through the pipe, until it is closed or the parent process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    with suppress(OSError):
        os.dup2(2, 1)  # standard output is for results, not for what agents print
    end_with_parent()
    own, status = os.getpid(), WorkerStatus(memory)

    def watch(seat: int) -> None:
        end_if_forked(own)
        status.call(seat)

    try:
        while True:
            job: Job = pipe.recv()
            if how.native:
                pipe.send(_play_blocks(job, plan, how.records))
                continue
            for game in product(job.blocks, range(len(plan.seatings))):
                if game not in job.done:
                    result = _play_game(job.number, plan, *game, how, status, watch)
                    end_if_forked(own)
                    pipe.send(result)
                    status.end()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        end_if_forked(own)


def _play_blocks(job: Job, plan: MatchPlan, records: bool) -> JobResult:
    begun = monotonic()
    rows = play_natively(plan, job.blocks)
    games = zip(rows.block.tolist(), rows.game.tolist(), strict=True) if records else ()
    kept = [(block, game, native_record(plan, block, game)) for block, game in games]
    return JobResult(job.number, rows, kept, (), monotonic() - begun)


def _play_game(
    number: int,
    plan: MatchPlan,
    block: int,
    game: int,
    how: HowToPlay,
    status: WorkerStatus,
    watch: Callable[[int], None],
) -> JobResult:
    status.begin(block, game)
    try:
        rows, record, troubles = play_at_table(
            plan, block, game, record=how.records, strict=how.strict, watch=watch
        )
    except Exception as error:  # an agent may have broken what it shares its process with
        seat = status.seat
        rows, record = lost_row(plan, block, game, seat), None
        troubles = [failure(plan, block, game, seat, " broke the table: ", words_of(error))]
    kept = [(block, game, record)] if record else []
    return JobResult(number, rows, kept, troubles, monotonic() - status.begun)

"""Worker processes that play the blocks of a match, and are replaced when an agent takes one down.

They come from a fork server: a new one is there in milliseconds, and unlike by a plain fork nothing of
the threads of this process, such as a progress bar, comes along.
"""

from __future__ import annotations

import atexit
import multiprocessing
import pickle
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import wait
from time import monotonic
from types import TracebackType
from typing import Self

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError, WorkerError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import is_native
from catanlab.lab.tables import NOBODY, lost, place
from catanlab.lab.units import OpenUnit, Pace, Unit
from catanlab.lab.worker import FIELDS, Delivery, Post, serve

__all__ = ["Unit", "Workers"]

MOST_JOBS = 1024
IDLE_DEATHS = 3
"""So many workers in a row may end before any of them has begun a game."""
PAUSE_SECONDS = 5.0
"""If this process itself did nothing for so long, as after Ctrl-Z, nobody has stalled meanwhile."""
LARGEST_DELIVERY = 1 << 28
"""So many bytes a delivery may announce: four letters that an agent wrote into the pipe announce more."""
END_SECONDS = 2.0
"""How long an idle worker may take to end before it is killed."""


class Workers:
    """Processes that play a match; use it by `with`, or close it.

    >>> plan = MatchPlan.match(["random"] * 4)
    >>> with Workers(plan, jobs=1) as workers:
    ...     units = [unit for unit in workers.play(range(100)) if unit]
    >>> sum(len(unit.rows) for unit in units)
    100

    What comes of a game depends on the match, the block and the game alone, not on `jobs`. With
    `records` each game is recorded. A seat that thinks for `stall_seconds` (and what the match allows
    for a move) has stalled: its worker is killed. Raises ArgumentError.
    """

    def __init__(
        self, plan: MatchPlan, jobs: int, *, records: bool = False, stall_seconds: float = 60.0
    ) -> None:
        self._jobs = whole_number("jobs", jobs, 1, MOST_JOBS)
        if not stall_seconds > 0:
            raise ArgumentError(f"stall_seconds is {stall_seconds!r}; it must be a number above 0")
        self._plan = plan
        self._native = is_native(plan)
        self._records = records
        self._patience = stall_seconds + (plan.move_seconds or 0.0)
        self._pace = Pace(self._native)
        self._workers: list[_Worker] = []
        self._returned: deque[OpenUnit] = deque()
        self._begun = 0
        self._idle_deaths = 0
        self._looked = self._awake = monotonic()
        atexit.register(self.close)  # workers that are left over would keep this process from ending

    def play(self, blocks: Iterable[int], tick: float = 0.25) -> Iterator[Unit | None]:
        """Play blocks and give finished units in any order, and None at least every `tick` seconds.

        Blocks are taken from the iterable when a worker is free for them. To stop early, close the
        iterator: what is being played is then dropped. Raises WorkerError if the workers do not come up.
        """
        source = iter(blocks)
        self._looked = self._awake = told = monotonic()
        try:
            self._hand_out(source)
            while any(worker.units for worker in self._workers):
                finished = self._watch(tick)
                self._hand_out(source)
                yield from finished
                if finished or monotonic() - told >= tick:
                    if not finished:
                        yield None
                    told = monotonic()
        finally:
            self._dismiss([worker for worker in self._workers if worker.units])
            self._returned.clear()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._workers]

    def close(self) -> None:
        """End all workers."""
        self._dismiss(list(self._workers))
        atexit.unregister(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Handing out.

    def _hand_out(self, source: Iterator[int]) -> None:
        """Give every free worker a unit, and where units are quick a second one to go on with at once.

        A worker is started when there is a unit for it.
        """
        for depth in range(2 if self._pace.is_quick else 1):
            for number in range(self._jobs):
                is_new = number == len(self._workers)
                if is_new or len(self._workers[number].units) <= depth:
                    unit = self._next_unit(source)
                    if unit is None:
                        return
                    if is_new:
                        self._workers.append(self._start_worker())
                    self._workers[number].give(unit)

    def _start_worker(self) -> _Worker:
        try:
            return _Worker(self._plan, self._native, self._records)
        except (OSError, EOFError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise WorkerError(f"a worker process cannot be started: {reason}") from error

    def _next_unit(self, source: Iterator[int]) -> OpenUnit | None:
        if self._returned:
            return self._returned.popleft()
        blocks = list(islice(source, self._pace.size))
        if not blocks:
            return None
        self._begun += 1
        return OpenUnit(self._begun, blocks, self._plan)

    # Watching.

    def _watch(self, tick: float) -> list[Unit]:
        """Wait for something to happen, not longer than a tick; return the units that are finished."""
        wait([thing for worker in self._workers for thing in worker.signs], tick)
        now = monotonic()
        if now - self._looked > PAUSE_SECONDS + tick:
            self._awake = now
        self._looked = now
        finished = []
        for worker in list(self._workers):
            gone = worker.is_gone
            for delivery in worker.deliveries():
                self._idle_deaths = 0
                finished += worker.settle(delivery)
            if gone or worker.is_broken:
                finished += self._bury(worker, None)
            elif worker.units and worker.post.game and self._has_stalled(worker, now):
                finished += self._bury(worker, f"no answer within {self._patience:g} s")
        for unit in finished:
            self._pace.learn(unit.seconds_per_block)
        return [unit.close() for unit in finished]

    def _has_stalled(self, worker: _Worker, now: float) -> bool:
        return worker.post.seat != NOBODY and now - max(worker.post.since, self._awake) > self._patience

    def _bury(self, worker: _Worker, stalled: str | None) -> list[OpenUnit]:
        """Write off the game of a worker that died or must be killed; return its unit if that is done."""
        code = worker.stop()
        self._workers.remove(worker)
        units = list(worker.units)
        finished: list[OpenUnit] = []
        if units and units[0].waits_for(worker.post.game):
            self._idle_deaths = 0
            units[0].take(self._write_off(worker.post, units[0].number, code, stalled))
            if units[0].is_done:
                finished = [units.pop(0)]
        else:
            self._idle_deaths += 1
            if self._idle_deaths >= IDLE_DEATHS:
                raise WorkerError(
                    f"worker processes end before they have played anything ({_words(code)}); a script "
                    'that plays a match must do so under if __name__ == "__main__"'
                )
        self._returned.extendleft(reversed(units))
        return finished

    def _write_off(self, post: Post, number: int, code: int | None, stalled: str | None) -> Delivery:
        assert post.game is not None
        now = monotonic()
        seconds, thought = now - post.begun, now - post.since
        rows = lost(self._plan, *post.game, post.seat, seconds=seconds, thought=thought)
        where = place(self._plan, *post.game, post.seat)
        if stalled:
            trouble = f"{where} stalled: {stalled}, its worker was killed and the game is lost"
        else:
            trouble = f"{where} was playing when the worker died ({_words(code)}): the game is lost"
        return Delivery(number, rows, (), (trouble,), seconds)

    def _dismiss(self, workers: list[_Worker]) -> None:
        for worker in workers:
            worker.leave()
        for worker in workers:
            worker.stop(END_SECONDS)
            self._workers.remove(worker)


class _Worker:
    """A worker process as its parent sees it, with the units it was given."""

    def __init__(self, plan: MatchPlan, native: bool, records: bool) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["catanlab.lab.worker"])
        memory = context.RawArray("d", [-1.0] * FIELDS)
        self.post = Post(memory)
        self.units: deque[OpenUnit] = deque()
        self.is_broken = False
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, memory, plan, native, records), name="catanlab worker"
        )
        # Ctrl-C waits meanwhile: the fork server, which inherits that, would tell it with a traceback.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            theirs.close()
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        self.pid = self._process.pid or 0
        self.signs = (self._pipe, self._process.sentinel)

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.exitcode is not None

    def give(self, unit: OpenUnit) -> None:
        """Order a unit."""
        self.units.append(unit)
        with suppress(OSError):  # it died, which its parent will soon notice
            self._pipe.send(unit.order)

    def deliveries(self) -> Iterator[Delivery]:
        """Give what the worker has sent by now."""
        try:
            while self._pipe.poll():
                delivery = pickle.loads(self._pipe.recv_bytes(LARGEST_DELIVERY))
                if delivery.number != self.units[0].number:
                    raise ValueError("not what was ordered")
                yield delivery
        except Exception:  # the pipe is closed, or an agent has written nonsense into it
            self.is_broken = True

    def settle(self, delivery: Delivery) -> list[OpenUnit]:
        """Enter what was delivered; return the unit if that is all of it."""
        unit = self.units[0]
        unit.take(delivery)
        return [self.units.popleft()] if unit.is_done else []

    def leave(self) -> None:
        """Tell the process to end: at once if it is playing."""
        self._pipe.close()
        if self.units:
            self._process.kill()

    def stop(self, patience: float = 0.0) -> int | None:
        """End the process, by a kill if it does not end by itself, and return its exit code."""
        self._pipe.close()
        if patience:
            self._process.join(patience)
        self._process.kill()
        self._process.join()
        code = self._process.exitcode
        self._process.close()
        return code


def _words(code: int | None) -> str:
    """Return in words how a process ended."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"

"""Worker processes that play the blocks of a match, and are replaced when an agent ends one.

They come from a fork server: a new one starts in milliseconds and, unlike after a plain fork, has nothing
of the threads of this process, such as a progress bar. A pool of the standard library would not do: it
fails as a whole when one process ends, and does not say which game that played, nor for how long.
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
from catanlab.lab.jobs import FinishedJob, JobSize, RunningJob
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import is_native
from catanlab.lab.play_game import failure, lost_row
from catanlab.lab.troubles import NO_SEAT, MatchStoppedError
from catanlab.lab.worker import FIELDS, HowToPlay, JobResult, WorkerStatus, serve

__all__ = ["FinishedJob", "LocalExecutor"]

MAX_PROCESSES = 1024
MAX_IDLE_DEATHS = 3
"""How many workers in a row may end before any of them has begun a game."""
PAUSE_SECONDS = 5.0
"""If this process itself did nothing for so long, as after Ctrl-Z, no agent counts as stalled."""
MAX_RESULT_BYTES = 1 << 28
"""The largest size that a result may announce: text that an agent writes into the pipe announces more."""
SECONDS_TO_END = 2.0
"""How long an idle worker may take to end before it is killed."""


class LocalExecutor:
    """Plays a match in processes of this machine; use it in a `with`, or close it.

    >>> plan = MatchPlan.match(["random"] * 4)
    >>> with LocalExecutor(plan, processes=1) as executor:
    ...     jobs = [job for job in executor.play(range(100)) if job]
    >>> sum(len(job.rows) for job in jobs)
    100

    The result of a game depends on the plan, the block and the game only, not on `processes`. With
    `records` each game is recorded. If an agent thinks longer than `stall_seconds` (plus the time that the
    plan allows for a move), it has stalled and its worker is killed. With `strict` the first failure of an
    agent ends the play. Raises ArgumentError.
    """

    def __init__(
        self,
        plan: MatchPlan,
        processes: int,
        *,
        records: bool = False,
        strict: bool = False,
        stall_seconds: float = 60.0,
    ) -> None:
        self._processes = whole_number("processes", processes, 1, MAX_PROCESSES)
        if not stall_seconds > 0:
            raise ArgumentError(f"stall_seconds is {stall_seconds!r}; it must be a number above 0")
        self._plan = plan
        self._how = HowToPlay(is_native(plan), records, strict)
        self._patience = stall_seconds + (plan.move_seconds or 0.0)
        self._job_size = JobSize(self._how.native)
        self._workers: list[_Worker] = []
        self._returned: deque[RunningJob] = deque()
        self._begun = 0
        self._idle_deaths = 0
        self._looked = self._awake = monotonic()
        atexit.register(self.close)  # workers that still run would keep this process from ending

    def play(self, blocks: Iterable[int], tick: float = 0.25) -> Iterator[FinishedJob | None]:
        """Play blocks and yield finished jobs in any order, and None at least every `tick` seconds.

        Blocks are taken from the iterable when a worker is free for them. To stop early, close the
        iterator: the jobs that are running are then dropped. Raises WorkerError if no worker starts, and
        MatchStoppedError if an agent fails in strict play.
        """
        source = iter(blocks)
        self._looked = self._awake = yielded = monotonic()
        try:
            self._hand_out(source)
            while any(worker.jobs for worker in self._workers):
                finished = self._watch(tick)
                self._hand_out(source)
                yield from finished
                if finished or monotonic() - yielded >= tick:
                    if not finished:
                        yield None
                    yielded = monotonic()
        finally:
            self._stop([worker for worker in self._workers if worker.jobs])
            self._returned.clear()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._workers]

    def close(self) -> None:
        """End all workers."""
        self._stop(list(self._workers))
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

    # Giving out jobs.

    def _hand_out(self, source: Iterator[int]) -> None:
        """Give every free worker a job; if jobs are quick, a second one that it can begin without waiting.

        A worker is started when there is a job for it.
        """
        for depth in range(2 if self._job_size.is_quick else 1):
            for number in range(self._processes):
                is_new = number == len(self._workers)
                if is_new or len(self._workers[number].jobs) <= depth:
                    job = self._next_job(source)
                    if job is None:
                        return
                    if is_new:
                        self._workers.append(self._start_worker())
                    self._workers[number].send(job)

    def _start_worker(self) -> _Worker:
        try:
            return _Worker(self._plan, self._how)
        except (OSError, EOFError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise WorkerError(f"a worker process cannot be started: {reason}") from error

    def _next_job(self, source: Iterator[int]) -> RunningJob | None:
        if self._returned:
            return self._returned.popleft()
        blocks = list(islice(source, self._job_size.blocks))
        if not blocks:
            return None
        self._begun += 1
        return RunningJob(self._begun, blocks, self._plan)

    # Watching.

    def _watch(self, tick: float) -> list[FinishedJob]:
        """Wait until something happens, at most a tick; return the jobs that are finished."""
        wait([thing for worker in self._workers for thing in worker.wait_handles], tick)
        now = monotonic()
        if now - self._looked > PAUSE_SECONDS + tick:
            self._awake = now
        self._looked = now
        finished = []
        for worker in list(self._workers):
            gone = worker.is_gone
            for result in worker.results():
                self._idle_deaths = 0
                self._check_strictly(result)
                finished += worker.add_result(result)
            if gone or worker.is_broken:
                finished += self._replace_worker(worker, None)
            elif worker.jobs and worker.status.game and self._has_stalled(worker.status, now):
                finished += self._replace_worker(worker, f"no answer within {self._patience:g} s")
        for job in finished:
            self._job_size.learn(job.seconds_per_block)
        return [job.finish() for job in finished]

    def _has_stalled(self, status: WorkerStatus, now: float) -> bool:
        return status.seat != NO_SEAT and now - max(status.since, self._awake) > self._patience

    def _replace_worker(self, worker: _Worker, stalled: str | None) -> list[RunningJob]:
        """End a worker that died or stalled and count its game as lost; return its job if that is done.

        Its other jobs go to the worker that is started next.
        """
        code = worker.stop()
        self._workers.remove(worker)
        jobs = list(worker.jobs)
        finished: list[RunningJob] = []
        if jobs and jobs[0].waits_for(worker.status.game):
            self._idle_deaths = 0
            result = self._lost_game(worker.status, jobs[0].number, code, stalled)
            self._check_strictly(result)
            jobs[0].add(result)
            if jobs[0].is_done:
                finished = [jobs.pop(0)]
        else:
            self._idle_deaths += 1
            if self._idle_deaths >= MAX_IDLE_DEATHS:
                raise WorkerError(
                    f"worker processes end before they have played anything ({_exit_in_words(code)}); "
                    'a script that plays a match must do so under if __name__ == "__main__"'
                )
        self._returned.extendleft(reversed(jobs))
        return finished

    def _lost_game(
        self, status: WorkerStatus, number: int, code: int | None, stalled: str | None
    ) -> JobResult:
        """Return the result of the game that a worker was playing when it ended."""
        assert status.game is not None
        now = monotonic()
        seconds, thought = now - status.begun, now - status.since
        rows = lost_row(self._plan, *status.game, status.seat, seconds=seconds, thought=thought)
        if stalled:
            joint, error = " stalled: ", f"{stalled}, its worker was killed and the game is lost"
        else:
            joint, error = (
                " was playing when ",
                f"the worker died ({_exit_in_words(code)}): the game is lost",
            )
        trouble = failure(self._plan, *status.game, status.seat, joint, error)
        return JobResult(number, rows, (), (trouble,), seconds)

    def _check_strictly(self, result: JobResult) -> None:
        """Raise MatchStoppedError for the first failure, if the play is strict."""
        if self._how.strict and result.troubles:
            raise MatchStoppedError(result.troubles[0])

    def _stop(self, workers: list[_Worker]) -> None:
        for worker in workers:
            worker.ask_to_end()
        for worker in workers:
            worker.stop(SECONDS_TO_END)
            self._workers.remove(worker)


class _Worker:
    """A worker process as its parent sees it, with the jobs it was given."""

    def __init__(self, plan: MatchPlan, how: HowToPlay) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["catanlab.lab.worker"])
        memory = context.RawArray("d", [-1.0] * FIELDS)
        self.status = WorkerStatus(memory)
        self.jobs: deque[RunningJob] = deque()
        self.is_broken = False
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, memory, plan, how), name="catanlab worker"
        )
        # Ctrl-C waits meanwhile: the fork server, which inherits this, would print a traceback for it.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            theirs.close()
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        self.pid = self._process.pid or 0
        self.wait_handles = (self._pipe, self._process.sentinel)

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.exitcode is not None

    def send(self, job: RunningJob) -> None:
        """Give it a job."""
        self.jobs.append(job)
        with suppress(OSError):  # it ended, which the parent will soon notice
            self._pipe.send(job.job)

    def results(self) -> Iterator[JobResult]:
        """Yield the results that the worker has sent by now."""
        try:
            while self._pipe.poll():
                result = pickle.loads(self._pipe.recv_bytes(MAX_RESULT_BYTES))
                if result.number != self.jobs[0].number:
                    raise ValueError("not a result of its job")
                yield result
        except Exception:  # the pipe is closed, or an agent has written nonsense into it
            self.is_broken = True

    def add_result(self, result: JobResult) -> list[RunningJob]:
        """Add a result to its job; return the job if it is done."""
        job = self.jobs[0]
        job.add(result)
        return [self.jobs.popleft()] if job.is_done else []

    def ask_to_end(self) -> None:
        """Ask the process to end; kill it if it is playing."""
        self._pipe.close()
        if self.jobs:
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


def _exit_in_words(code: int | None) -> str:
    """Return in words how a process ended."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"

"""The pool with workers in this process, whose answers take a time that a test lets pass."""

from __future__ import annotations

import math
import multiprocessing
from collections import Counter
from collections.abc import Callable

from tests.server.hubs import Bench, HomePool

from catanlab.server.robots.messages import LENGTH_BYTES, Reply, Request
from catanlab.server.robots.pool import RobotPool
from catanlab.server.robots.questions import Answer, Question
from catanlab.server.robots.worker import Worker
from catanlab.server.robots.worker_process import WorkerProcess
from catanlab.table.clock import Clock


class BenchClock:
    """The time of a bench."""

    def __init__(self) -> None:
        self.bench: Bench | None = None

    def now(self) -> float:
        """Return the time that the test has set."""
        assert self.bench is not None
        return self.bench.services.time


class HomeWorker(WorkerProcess):
    """A worker without a process: its answer is there when `later` says so."""

    def __init__(
        self, on_reply: Callable[[Reply], None], later: Callable[[Callable[[], None]], None]
    ) -> None:
        super().__init__(
            multiprocessing.get_context("spawn").Process(), on_reply, lambda reason, gone: None
        )
        self._later = later
        self._worker = Worker()

    def send(self, frame: bytes) -> None:
        """Answer a request, through the bytes that would cross the socket."""
        reply = self._worker.answer(Request.decode(frame[LENGTH_BYTES:]))
        self._later(lambda: self._on_reply(Reply.decode(reply.encode()[LENGTH_BYTES:])))


class MeteredPool(HomePool):
    """A pool each of whose workers answers a question in so many seconds of the time of a bench."""

    def __init__(self, *, workers: int = 1, answer_seconds: float = 0.01) -> None:
        super().__init__()
        self._bench_clock = BenchClock()
        clock: Clock = self._bench_clock
        RobotPool.__init__(self, workers=workers, clock=clock, grace_seconds=math.inf)
        self._answer_seconds = answer_seconds
        self.answers: Counter[str] = Counter()
        """How many questions of each address were answered."""

    def work_for(self, bench: Bench) -> None:
        """Let the time be that of a bench; the workers are ready at once."""
        self._bench_clock.bench = bench
        for station in self._stations:
            station.worker = HomeWorker(
                lambda reply, station=station: self._on_reply(station, reply),  # type: ignore[misc]
                lambda call: self._call_later(bench, call),
            )
            station.desk.get_ready()
            station.max_resident = 1 << 62

    def _call_later(self, bench: Bench, call: Callable[[], None]) -> None:
        bench.services.call_at(bench.services.time + self._answer_seconds, call)

    async def ask(self, question: Question) -> Answer:
        """Answer as a pool does, and count it."""
        self.asked.append(question)
        answer = await RobotPool.ask(self, question)
        self.answers[question.payer] += 1
        return answer

"""The pool of robots: sticky worker processes for one event loop, replaced when they die or hang."""

from __future__ import annotations

import asyncio
import math
import signal
from collections.abc import Coroutine, Iterable
from types import TracebackType
from typing import Self

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import WorkerError
from catanlab.server.robots.kept_agents import KeptAgents
from catanlab.server.robots.lanes import import_agents, lane_of
from catanlab.server.robots.messages import Reply
from catanlab.server.robots.questions import Answer, PoolClosedError, Question, RobotFailedError
from catanlab.server.robots.schedule import MAX_WAIT_SECONDS, MAX_WAITING, Schedule, Ticket
from catanlab.server.robots.station import Station
from catanlab.server.robots.status import PoolStatus
from catanlab.server.robots.worker_process import Keeper, WorkerProcess
from catanlab.table.agent_replies import Failure
from catanlab.table.clock import Clock, SystemClock

MEMORY_BYTES = 1 << 29
"""The memory that the robots of one worker may take together."""
SPARE_BYTES = 1 << 30
"""What the process of a worker may have beyond twice that: imports, and a search at work."""
GRACE_SECONDS = 2.0
"""How much longer than its time to think an answer may take: robots are made anew within it, too."""
STARTING_SECONDS = 60.0
"""How long a worker may take to start."""
CLOSING_SECONDS = 2.0
"""How long an idle worker may take to end before it is killed."""
DYING_SECONDS = 0.5
"""How long a worker that hung up may take to end by itself: its exit code says more than that of a kill."""
MAX_FAILURES = 2
"""How often an agent is asked the same if it fails by itself."""
MAX_DEATHS = 5
"""How often a question is asked again if its worker was killed by somebody else."""
MAX_BAD_STARTS = 3
"""After this many workers in a row that did not start, questions are refused until one does."""
MAX_WORKERS = 256
_FOREIGN = (-signal.SIGKILL, -signal.SIGTERM)


class RobotPool:
    """Robots in worker processes, asked by the rooms of one event loop.

    Every room and seat has its worker, which keeps the robot as long as memory allows: `memory_bytes`
    bounds the robots of one worker. The pool never makes a move up: a question is answered by
    its robot, or `ask` raises. Use it by `async with`, or `start` and `close` it. Raises ArgumentError.
    """

    def __init__(
        self,
        *,
        workers: int,
        memory_bytes: int = MEMORY_BYTES,
        grace_seconds: float = GRACE_SECONDS,
        max_wait_seconds: float = MAX_WAIT_SECONDS,
        max_waiting: int = MAX_WAITING,
        clock: Clock | None = None,
    ) -> None:
        count = whole_number("workers", workers, 1, MAX_WORKERS)
        self._schedule = Schedule(count, max_wait_seconds=max_wait_seconds, max_waiting=max_waiting)
        self._memory = memory_bytes
        self._grace = grace_seconds
        self._clock = clock or SystemClock()
        self._keeper = Keeper()
        self._stations = [Station(desk, KeptAgents(memory_bytes)) for desk in self._schedule.desks]
        self._started: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = 0
        self._answered = self._rebuilt = self._failed = self._replaced = 0
        self._is_closed = False

    # The life of the pool.

    async def start(self) -> None:
        """Start all workers, and wait until they are ready; raises WorkerError if one does not start."""
        self._started = asyncio.get_running_loop().create_future()
        for station in self._stations:
            self._spawn(self._start_worker(station))
        try:
            # Meanwhile a thread imports the agents: the first question shall not wait for it.
            await asyncio.get_running_loop().run_in_executor(None, import_agents)
            await self._started
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """End all workers; questions without an answer raise PoolClosedError. No process is left behind."""
        if self._is_closed:
            return
        self._is_closed = True
        # Not cancelled: each of them waits for the start or the end of a process, which is soon over.
        await asyncio.gather(*self._tasks, return_exceptions=True)
        ends: list[Coroutine[None, None, int | None]] = []
        for station in self._stations:
            station.stop_timer()
            tickets = station.desk.clear()
            if station.desk.running is not None:
                tickets.append(station.desk.running)
                station.desk.running = None
            for ticket in tickets:
                if not ticket.future.done():
                    ticket.future.set_exception(PoolClosedError())
            worker, station.worker = station.worker, None
            if worker is not None:
                is_idle = station.desk.is_ready and not tickets
                worker.hang_up() if is_idle else worker.abandon()
                ends.append(self._keeper.end(worker.process, CLOSING_SECONDS if is_idle else 0.0))
        await asyncio.gather(*ends)
        self._keeper.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # Questions.

    async def ask(self, question: Question) -> Answer:
        """Return the robot's answer; if the task that waits for it is cancelled, so is the question.

        The time to think counts from its beginning, not from the question. Raises RobotsBusyError at once
        if the question would wait too long, RobotFailedError if the agent fails and fails again when it was
        made anew, AgentError for an unknown agent, and PoolClosedError.
        """
        if self._is_closed:
            raise PoolClosedError
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        ticket = Ticket(question, lane_of(question.agent), future, len(question.events))
        desk = self._schedule.add(ticket, self._clock.now())
        self._dispatch(self._stations[desk.number])
        try:
            return await future
        except asyncio.CancelledError:
            self._schedule.remove(ticket)
            raise

    def admits(self, agents: Iterable[str], payer: str = "") -> bool:
        """Say whether a game with these robots may begin at an address.

        None with searches may while those of the address wait too long.
        """
        searches = any(lane_of(agent) == "search" for agent in agents)
        return not (searches and self._schedule.is_crowded(self._clock.now(), payer))

    def forget(self, key: str, seat: int | None = None) -> None:
        """Drop the robots of a room, or of one of its seats."""
        self._schedule.forget(key, seat)
        for station in self._stations:
            if seat is None:
                station.kept.drop_room(key)
            else:
                station.kept.drop((key, seat))

    def check(self) -> None:
        """Replace the workers that are late by the pool's clock; by real time it does so by itself."""
        now = self._clock.now()
        for station in self._stations:
            if station.desk.running is not None and now >= station.late_at:
                self._on_late(station)

    def status(self) -> PoolStatus:
        """Return how the pool is doing."""
        schedule, now = self._schedule, self._clock.now()
        return PoolStatus(
            workers=tuple(station.status for station in self._stations),
            quick_waiting=schedule.waiting("quick"),
            quick_seconds=schedule.wait("quick", now),
            search_waiting=schedule.waiting("search"),
            search_seconds=schedule.wait("search", now),
            budget=schedule.budget(now),
            answered=self._answered,
            rebuilt=self._rebuilt,
            refused=schedule.refused,
            failed=self._failed,
            replaced=self._replaced,
        )

    # Giving out questions, and taking in replies.

    def _dispatch(self, station: Station) -> None:
        """Send the next question to a worker that is free."""
        while station.is_free:
            ticket = self._schedule.next(station.desk, self._clock.now())
            if ticket is None:
                return
            if ticket.future.done():  # nobody waits for it any more
                station.desk.running = None
                continue
            for other in self._stations:
                if other is not station:  # a robot that is asked elsewhere is out of date
                    other.kept.drop(ticket.question.robot)
            self._numbers += 1
            try:
                request = station.request(ticket, self._numbers)
                frame = request.encode()
            except Exception as error:  # a question that cannot be sent concerns only who asked it
                station.desk.running = None
                station.kept.drop(ticket.question.robot)
                ticket.future.set_exception(error)
                continue
            assert station.worker is not None
            station.worker.send(frame)
            patience = request.seconds + self._grace
            station.late_at = ticket.begun + patience
            if patience < math.inf:
                loop = asyncio.get_running_loop()
                station.timer = loop.call_later(patience, self._on_late, station)

    def _on_reply(self, station: Station, reply: Reply) -> None:
        """Take in a reply of a worker."""
        desk, ticket = station.desk, station.desk.running
        if not desk.is_ready and reply.number == 0:
            self._on_ready(station, reply)
            return
        if ticket is None or reply.number != station.number:
            self._replace(station, Failure("died", "its worker sent a reply to no question"))
            return
        station.stop_timer()
        self._schedule.finish(desk, self._clock.now())
        if reply.failure is not None:
            station.kept.drop(ticket.question.robot)
            self._ask_again(ticket, station, Failure(reply.failure.kind, reply.failure.text))
        else:
            station.kept.resize(ticket.question.robot, reply.size)
            self._answered += 1
            self._rebuilt += ticket.rebuilt
            if not ticket.future.done():
                ticket.future.set_result(_answer(reply, ticket))
        if reply.resident > station.max_resident:
            self._replace(station, Failure("died", "its worker took too much memory"))
        self._dispatch(station)

    def _on_late(self, station: Station) -> None:
        """Replace a worker that has not answered in time."""
        ticket = station.desk.running
        if ticket is not None:
            waited = self._clock.now() - ticket.begun
            self._replace(station, Failure("late", f"no answer within {waited:.3g} s: it was stopped"))

    def _ask_again(self, ticket: Ticket, station: Station, failure: Failure | None) -> None:
        """Ask a question again, elsewhere if possible, unless its agent failed by itself for good.

        Without a failure its worker was killed by somebody else.
        """
        if ticket.future.done():
            return
        if self._is_closed:
            ticket.future.set_exception(PoolClosedError())
            return
        if failure is None:
            ticket.deaths += 1
        else:
            ticket.failures.append(failure)
        if len(ticket.failures) >= MAX_FAILURES or ticket.deaths >= MAX_DEATHS:
            self._failed += 1
            last = failure or Failure("died", "its worker was killed again and again")
            ticket.future.set_exception(RobotFailedError(last.kind, last.text))
            return
        desk = self._schedule.put_back(ticket, station.desk, self._clock.now())
        self._dispatch(self._stations[desk.number])

    # Workers.

    async def _start_worker(self, station: Station) -> None:
        """Start a worker at a station."""
        if self._is_closed:
            return
        try:
            process, connection = await self._keeper.start(2 * self._memory + SPARE_BYTES)
        except OSError:
            self._on_bad_start(station)
            return
        worker = WorkerProcess(
            process,
            lambda reply: self._on_reply(station, reply),
            lambda reason, gone: self._replace(station, Failure("died", reason), gone=gone),
        )
        station.worker = worker
        if not self._is_closed:
            loop = asyncio.get_running_loop()
            late = Failure("died", "its worker did not start")
            station.timer = loop.call_later(STARTING_SECONDS, self._replace, station, late)
        await worker.connect(connection)

    def _on_ready(self, station: Station, reply: Reply) -> None:
        """Note that a worker has started, and give it a question."""
        station.stop_timer()
        station.desk.get_ready()
        station.bad_starts = 0
        station.max_resident = reply.resident + 2 * self._memory + SPARE_BYTES // 2
        is_complete = all(each.desk.is_ready for each in self._stations)
        if is_complete and self._started is not None and not self._started.done():
            self._started.set_result(None)
        self._dispatch(station)

    def _on_bad_start(self, station: Station) -> None:
        """Start a worker again, each time a little later."""
        station.bad_starts += 1
        if self._is_closed:
            return
        if station.bad_starts >= MAX_BAD_STARTS:
            station.desk.start_seconds = math.inf
            if self._started is not None and not self._started.done():
                self._started.set_exception(WorkerError("the robots' worker processes do not start"))
                return
        pause = min(30.0, 0.1 * 2**station.bad_starts)
        loop = asyncio.get_running_loop()
        station.timer = loop.call_later(pause, lambda: self._spawn(self._start_worker(station)))

    def _replace(self, station: Station, failure: Failure, *, gone: bool = False) -> None:
        """End a worker and start another; its question is asked again, those that wait there wait on."""
        worker, ticket, desk = station.worker, station.desk.running, station.desk
        if self._is_closed or worker is None:
            return
        station.worker, desk.running = None, None
        station.stop_timer()
        station.kept.clear()
        had_started, desk.is_ready = desk.is_ready, False
        self._replaced += 1
        if not gone:
            worker.abandon()
        self._spawn(self._succeed(station, worker, ticket, failure, gone, had_started))
        for other in self._stations:
            self._dispatch(other)

    async def _succeed(
        self,
        station: Station,
        worker: WorkerProcess,
        ticket: Ticket | None,
        failure: Failure,
        gone: bool,
        had_started: bool,
    ) -> None:
        """Wait for the end of a process, ask its question again, and start another process."""
        code = await self._keeper.end(worker.process, DYING_SECONDS if gone else 0.0)
        if ticket is not None:
            if gone:
                text = f"its process is gone: {_exit_in_words(code)}"
                self._ask_again(ticket, station, None if code in _FOREIGN else Failure("died", text))
            else:
                self._ask_again(ticket, station, failure)
        if self._is_closed:
            return
        if had_started:
            await self._start_worker(station)
        else:
            self._on_bad_start(station)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _answer(reply: Reply, ticket: Ticket) -> Answer:
    return Answer(
        moves=reply.moves,
        lines=reply.lines,
        takes=reply.takes,
        public_reason=reply.reason,
        explanation=reply.explanation,
        complaints=reply.complaints,
        seconds=reply.seconds,
        budget=ticket.budget,
        rebuilt=ticket.rebuilt,
    )


def _exit_in_words(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit code {code}"

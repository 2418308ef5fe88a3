"""One worker's place in the pool: its desk in the schedule, its robots, its process and the timer on it."""

from __future__ import annotations

from asyncio import TimerHandle
from dataclasses import dataclass

from catanlab.server.robots.kept_agents import KeptAgents
from catanlab.server.robots.lanes import LANES
from catanlab.server.robots.messages import Recipe, Request, shortened
from catanlab.server.robots.schedule import Desk, Ticket
from catanlab.server.robots.status import WorkerStatus
from catanlab.server.robots.worker_process import WorkerProcess

LEAST_SEARCH_SECONDS = 0.05
"""What a reduced budget leaves of the time to think, if there was so much."""


@dataclass(eq=False)
class Station:
    """A desk with a process, or without one while another starts."""

    desk: Desk
    kept: KeptAgents
    worker: WorkerProcess | None = None
    timer: TimerHandle | None = None
    """When the worker has not answered or started by then, it is late."""
    late_at: float = 0.0
    number: int = 0
    """The number of the request that it works on."""
    max_resident: int = 0
    """The memory above which its process is replaced."""
    bad_starts: int = 0

    @property
    def is_free(self) -> bool:
        """Whether its worker can take a question."""
        return self.worker is not None and self.desk.is_ready and self.desk.running is None

    @property
    def status(self) -> WorkerStatus:
        """The worker as plain data."""
        return WorkerStatus(
            pid=self.worker.pid if self.worker else 0,
            lanes=self.desk.lanes,
            ready=self.desk.is_ready,
            busy=self.desk.running is not None,
            waiting=sum(map(self.desk.waiting, LANES)),
            robots=len(self.kept),
            bytes=self.kept.bytes,
        )

    def request(self, ticket: Ticket, number: int) -> Request:
        """Return the request for a question, with what its robot has not heard; note what it then has."""
        question = ticket.question
        kept, ticket.rebuilt = self.kept.prepare(question, ticket.heard)
        seconds = question.seconds
        if ticket.budget < 1.0:
            seconds = min(seconds, max(seconds * ticket.budget, LEAST_SEARCH_SECONDS))
        recipe = Recipe(question.agent, question.game, question.seat, question.seed)
        request = Request(
            number=number,
            slot=kept.slot,
            recipe=recipe if ticket.rebuilt else None,
            drops=self.kept.take_drops(),
            events=shortened(question.events[kept.heard : ticket.heard]),
            task=question.task,
            ply=question.ply,
            seconds=seconds,
            budget=ticket.budget,
            may_offer=question.may_offer,
            proposer=question.proposer,
            deal=question.deal,
            deals=question.deals,
        )
        kept.heard = ticket.heard
        self.number = number
        return request

    def stop_timer(self) -> None:
        """Wait for nothing any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

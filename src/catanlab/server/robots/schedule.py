"""Who waits for which worker: sticky workers, a lane for quick agents and one for searches, admission.

The schedule knows no processes and no event loop; it is driven by calls, with the time as an argument.

With one worker both lanes take turns there. With more, a quarter of them, at least one, takes quick agents
only, and the others searches only: so nobody who is quick ever waits for a search.

In a lane the addresses that pay for the questions take turns. What one of them asks for costs the others
little: what each may expect to wait, whether its questions are refused, and how much its searches think
follows from its own questions and from its turns, not from the number of those of others.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from catanlab.server.robots.costs import Costs, kind_of
from catanlab.server.robots.fair_queue import FairQueue, Part
from catanlab.server.robots.governor import BudgetGovernor
from catanlab.server.robots.lanes import LANES, Lane
from catanlab.server.robots.questions import Answer, Question, RobotsBusyError
from catanlab.table.agent_replies import Failure

MAX_WAIT_SECONDS = 10.0
"""A question that would wait longer is refused."""
MAX_WAITING = 4096
"""An address with this many questions waiting in a lane is refused more."""
MAX_GOVERNORS = 1_000
"""With this many addresses those are forgotten whose searches have their whole budget."""
MAX_HOMES = 1 << 16
"""Rooms that are not forgotten are so at some time."""
MOVE_SECONDS = 0.1
"""A question leaves the worker that keeps its robot if it is answered so much sooner elsewhere."""
ADMITTED_WAIT_SECONDS = 2.0
"""No further game with searches begins while one would wait longer, even with the least budget."""
START_SECONDS = 1.0
"""About how long a new worker takes until it answers."""


@dataclass(eq=False)
class Ticket:
    """A question on its way."""

    question: Question
    lane: Lane
    future: Future[Answer]
    heard: int
    """How many events the room had when it asked."""
    cost: float = 0.0
    """The seconds that it is expected to take, with the whole budget."""
    budget: float = 1.0
    begun: float = 0.0
    rebuilt: bool = False
    failures: list[Failure] = field(default_factory=list)
    """How the agent failed by itself."""
    deaths: int = 0
    """How often its worker was killed by somebody else."""

    @property
    def payer(self) -> str:
        """The address that pays for the answer."""
        return self.question.payer


class Load(NamedTuple):
    """What comes before a new search of an address, in seconds."""

    rest: float
    """Of the answer that is being made, and of quick ones between."""
    own: float
    """Of the other searches of the address, with whole budgets."""
    others: float
    """Of those of other addresses, with whole budgets."""
    others_now: float
    """The same with the budgets that they have."""


class Desk:
    """The place of one worker: the questions that wait for it, and the one it works on."""

    def __init__(self, number: int, lanes: tuple[Lane, ...]) -> None:
        self.number = number
        self.lanes = lanes
        self.is_ready = False
        self.start_seconds = START_SECONDS
        """About how long until it is ready; infinite if its worker does not start."""
        self.running: Ticket | None = None
        self._waiting: dict[Lane, FairQueue] = {lane: FairQueue() for lane in LANES}
        self._last: Lane = "search"

    def get_ready(self) -> None:
        """Note that a worker sits here now."""
        self.is_ready = True
        self.start_seconds = START_SECONDS

    def waiting(self, lane: Lane, payer: str | None = None) -> int:
        """Return how many questions of a lane wait here, those of one address or all."""
        queue = self._waiting[lane]
        return len(queue) if payer is None else queue.count(payer)

    def wait(self, lane: Lane, payer: str | None, now: float, part: Part) -> float:
        """Return the seconds that a new question of an address would wait here, or one after all others."""
        if lane == "search":
            load = self.load(payer, now, part)
            own = load.own if payer is None else load.own * part(payer)
            return load.rest + own + load.others_now
        ahead, searches = self._waiting["quick"].ahead(payer), self._waiting["search"]
        # They take turns: as many searches as quick ones, and one more, come before it.
        share = min(1.0, (ahead.questions + 1) / len(searches)) if searches else 0.0
        return self._rest(now) + ahead.seconds + searches.seconds(part) * share

    def load(self, payer: str | None, now: float, part: Part) -> Load:
        """Return what comes before a new search of an address, or before one after all others."""
        queue, quick = self._waiting["search"], self._waiting["quick"]
        ahead = queue.ahead(payer)
        share = min(1.0, (ahead.questions + 1) / len(quick)) if quick else 0.0
        rest = self._rest(now) + quick.seconds() * share
        return Load(rest, ahead.own, ahead.others, queue.ahead(payer, part).others)

    def _rest(self, now: float) -> float:
        """Return the seconds until the worker has answered what it works on, or until there is one."""
        rest = 0.0 if self.is_ready else self.start_seconds
        if self.running is not None:
            cost = self.running.cost * (self.running.budget if self.running.lane == "search" else 1.0)
            rest += max(0.0, cost - (now - self.running.begun))
        return rest

    def put(self, ticket: Ticket, *, first: bool = False) -> None:
        """Let a question wait here, in its turn or before all others of its lane."""
        self._waiting[ticket.lane].put(ticket, first=first)

    def take(self) -> Ticket | None:
        """Return the next question: of two lanes, that which was not served last."""
        other: Lane = "quick" if self._last == "search" else "search"
        lane = other if self._waiting[other] else self._last
        ticket = self._waiting[lane].pop()
        if ticket is not None:
            self._last = lane
        return ticket

    def give_up(self, lane: Lane) -> Ticket | None:
        """Return the next question of a lane, for another worker."""
        return self._waiting[lane].pop()

    def remove(self, ticket: Ticket) -> bool:
        """Remove a question that waits here; return whether it did."""
        return self._waiting[ticket.lane].remove(ticket)

    def clear(self) -> list[Ticket]:
        """Remove and return all questions that wait here."""
        return [ticket for lane in LANES for ticket in self._waiting[lane].clear()]


class Schedule:
    """The desks of all workers, and who goes where."""

    def __init__(
        self,
        workers: int,
        *,
        max_wait_seconds: float = MAX_WAIT_SECONDS,
        max_waiting: int = MAX_WAITING,
        governor: Callable[[], BudgetGovernor] = BudgetGovernor,
    ) -> None:
        """`governor` makes the governor of an address."""
        quick = max(1, workers // 4)
        self.desks = [
            Desk(number, LANES if workers == 1 else ("quick",) if number < quick else ("search",))
            for number in range(workers)
        ]
        self._make_governor = governor
        self._governors: dict[str, BudgetGovernor] = {}
        self.costs = Costs()
        self.refused = 0
        self._max_wait = max_wait_seconds
        self._max_waiting = max_waiting
        self._homes: dict[tuple[str, int], int] = {}

    def wait(self, lane: Lane, now: float, payer: str | None = None) -> float:
        """Return the seconds that a new question of an address would wait, or one after all others."""
        return min(desk.wait(lane, payer, now, self._part) for desk in self._of(lane))

    def waiting(self, lane: Lane, payer: str | None = None) -> int:
        """Return how many questions of a lane wait, those of one address or all."""
        return sum(desk.waiting(lane, payer) for desk in self.desks)

    def budget(self, now: float) -> float:
        """Return the least part of their usual budget that searches of an address get."""
        return min((governor.budget_at(now) for governor in self._governors.values()), default=1.0)

    def is_crowded(self, now: float, payer: str = "") -> bool:
        """Say whether searches of an address have the least budget and would wait long all the same."""
        governor = self._govern(payer, now)
        return governor.is_at_floor and self.wait("search", now, payer) > ADMITTED_WAIT_SECONDS

    def add(self, ticket: Ticket, now: float) -> Desk:
        """Let a question wait at the desk that keeps its robot, or at the one with the shortest wait.

        Raises RobotsBusyError if it would wait too long.
        """
        lane, payer = ticket.lane, ticket.payer
        ticket.cost = self.costs.expected(kind_of(ticket.question), searches=lane == "search")
        self._govern(payer, now)
        wait = self.wait(lane, now, payer)
        if wait > self._max_wait or self.waiting(lane, payer) >= self._max_waiting:
            self.refused += 1
            raise RobotsBusyError(wait)
        desk = self._place(ticket, wait, now)
        desk.put(ticket)
        return desk

    def put_back(self, ticket: Ticket, avoided: Desk, now: float) -> Desk:
        """Let a question that was not answered be the next one, at another desk if its lane has one."""
        others = [desk for desk in self._of(ticket.lane) if desk is not avoided] or [avoided]
        desk = min(others, key=lambda desk: desk.wait(ticket.lane, None, now, self._part))
        desk.put(ticket, first=True)
        return desk

    def next(self, desk: Desk, now: float) -> Ticket | None:
        """Return the question that a free worker takes now: one of its own, or of a crowded neighbour."""
        ticket = desk.take() or self._relieve(desk, now)
        if ticket is None:
            return None
        budget = self._govern(ticket.payer, now).budget
        if len(self._homes) >= MAX_HOMES:
            self._homes.clear()  # robots are made anew where they are asked next
        self._homes[ticket.question.robot] = desk.number
        ticket.budget = budget if ticket.lane == "search" else 1.0
        ticket.begun = now
        desk.running = ticket
        return ticket

    def home(self, robot: tuple[str, int]) -> Desk | None:
        """Return the desk whose worker was asked last for a robot."""
        number = self._homes.get(robot)
        return None if number is None else self.desks[number]

    def finish(self, desk: Desk, now: float) -> None:
        """Note that a worker has answered, and how long it took with all that belongs to it."""
        ticket, desk.running = desk.running, None
        if ticket is not None and not ticket.rebuilt:
            self.costs.learn(kind_of(ticket.question), now - ticket.begun, ticket.budget)

    def remove(self, ticket: Ticket) -> bool:
        """Remove a question that nobody waits for any more; return whether it had not begun."""
        return any(desk.remove(ticket) for desk in self.desks)

    def forget(self, key: str, seat: int | None) -> None:
        """Forget which desks keep the robots of a room, or of one seat."""
        for robot in [robot for robot in self._homes if robot[0] == key and seat in (None, robot[1])]:
            del self._homes[robot]

    def _of(self, lane: Lane) -> list[Desk]:
        return [desk for desk in self.desks if lane in desk.lanes]

    def _place(self, ticket: Ticket, wait: float, now: float) -> Desk:
        lane, payer = ticket.lane, ticket.payer
        home = self.home(ticket.question.robot)
        if (
            home is not None
            and lane in home.lanes
            and home.wait(lane, payer, now, self._part) <= wait + MOVE_SECONDS
        ):
            return home
        return min(self._of(lane), key=lambda desk: desk.wait(lane, payer, now, self._part))

    def _relieve(self, desk: Desk, now: float) -> Ticket | None:
        """Take a question from the neighbour where questions wait longest, if they wait long."""

        def wait(other: Desk) -> float:
            return other.wait(lane, None, now, self._part)

        for lane in desk.lanes:
            crowded = max(self._of(lane), key=wait)
            if crowded is not desk and wait(crowded) > MOVE_SECONDS:
                ticket = crowded.give_up(lane)
                if ticket is not None:
                    return ticket
        return None

    def _part(self, payer: str) -> float:
        """Return the part of their budget that searches of an address get."""
        governor = self._governors.get(payer)
        return 1.0 if governor is None else governor.budget

    def _govern(self, payer: str, now: float) -> BudgetGovernor:
        """Return the governor of an address, which knows how much waits for it."""
        governor = self._governors.get(payer)
        if governor is None:
            if len(self._governors) >= MAX_GOVERNORS:
                self._governors = {
                    each: kept for each, kept in self._governors.items() if kept.budget_at(now) < 1.0
                }
            governor = self._governors[payer] = self._make_governor()
        loads = (desk.load(payer, now, self._part) for desk in self._of("search"))
        load = min(loads, key=lambda load: load.rest + load.own + load.others)
        governor.update(load.rest + load.own, now, others=load.others, others_now=load.others_now)
        return governor

"""Who waits for which worker: sticky workers, a lane for quick agents and one for searches, admission.

The schedule knows no processes and no event loop; it is driven by calls, with the time as an argument.

With one worker both lanes take turns there. With more, a quarter of them, at least one, takes quick agents
only, and the others searches only: so nobody who is quick ever waits for a search.
"""

from __future__ import annotations

from asyncio import Future
from collections import deque
from dataclasses import dataclass, field

from catanlab.server.robots.costs import Costs, kind_of
from catanlab.server.robots.governor import BudgetGovernor
from catanlab.server.robots.lanes import LANES, Lane
from catanlab.server.robots.questions import Answer, Question, RobotsBusyError
from catanlab.table.agent_replies import Failure

MAX_WAIT_SECONDS = 10.0
"""A question that would wait longer is refused."""
MAX_WAITING = 4096
"""A lane with this many questions waiting refuses more."""
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


class Desk:
    """The place of one worker: the questions that wait for it, and the one it works on."""

    def __init__(self, number: int, lanes: tuple[Lane, ...]) -> None:
        self.number = number
        self.lanes = lanes
        self.is_ready = False
        self.start_seconds = START_SECONDS
        """About how long until it is ready; infinite if its worker does not start."""
        self.running: Ticket | None = None
        self._waiting: dict[Lane, deque[Ticket]] = {lane: deque() for lane in LANES}
        self._costs: dict[Lane, float] = dict.fromkeys(LANES, 0.0)
        self._last: Lane = "search"

    def get_ready(self) -> None:
        """Note that a worker sits here now."""
        self.is_ready = True
        self.start_seconds = START_SECONDS

    def waiting(self, lane: Lane) -> int:
        """Return how many questions of a lane wait here."""
        return len(self._waiting[lane])

    def wait(self, lane: Lane, budget: float, now: float) -> float:
        """Return the seconds that a new question of a lane would wait here."""
        quick, search = self._costs["quick"], self._costs["search"] * budget
        if lane == "quick" and self._waiting["search"]:
            # They take turns: as many searches as quick ones, and one more, come before it.
            share = (self.waiting("quick") + 1) / self.waiting("search")
            search *= min(1.0, share)
        elif lane == "search" and self._waiting["quick"]:
            quick *= min(1.0, (self.waiting("search") + 1) / self.waiting("quick"))
        rest = 0.0 if self.is_ready else self.start_seconds
        if self.running is not None:
            cost = self.running.cost * (self.running.budget if self.running.lane == "search" else 1.0)
            rest += max(0.0, cost - (now - self.running.begun))
        return rest + quick + search

    def put(self, ticket: Ticket, *, first: bool = False) -> None:
        """Let a question wait here, at the end of its lane or before all others."""
        lane = self._waiting[ticket.lane]
        if first:
            lane.appendleft(ticket)
        else:
            lane.append(ticket)
        self._costs[ticket.lane] += ticket.cost

    def take(self) -> Ticket | None:
        """Return the next question: of two lanes, that which was not served last."""
        other: Lane = "quick" if self._last == "search" else "search"
        lane = other if self._waiting[other] else self._last
        if not self._waiting[lane]:
            return None
        self._last = lane
        return self._pop(lane)

    def give_up(self, lane: Lane) -> Ticket | None:
        """Return the question of a lane that has waited longest, for another worker."""
        return self._pop(lane) if self._waiting[lane] else None

    def remove(self, ticket: Ticket) -> bool:
        """Remove a question that waits here; return whether it did."""
        lane = self._waiting[ticket.lane]
        if ticket not in lane:
            return False
        lane.remove(ticket)
        self._note_removed(ticket)
        return True

    def clear(self) -> list[Ticket]:
        """Remove and return all questions that wait here."""
        tickets = [ticket for lane in LANES for ticket in self._waiting[lane]]
        for lane in LANES:
            self._waiting[lane].clear()
            self._costs[lane] = 0.0
        return tickets

    def _pop(self, lane: Lane) -> Ticket:
        ticket = self._waiting[lane].popleft()
        self._note_removed(ticket)
        return ticket

    def _note_removed(self, ticket: Ticket) -> None:
        left = self._costs[ticket.lane] - ticket.cost
        self._costs[ticket.lane] = left if self._waiting[ticket.lane] else 0.0


class Schedule:
    """The desks of all workers, and who goes where."""

    def __init__(
        self,
        workers: int,
        *,
        max_wait_seconds: float = MAX_WAIT_SECONDS,
        max_waiting: int = MAX_WAITING,
        governor: BudgetGovernor | None = None,
    ) -> None:
        quick = max(1, workers // 4)
        self.desks = [
            Desk(number, LANES if workers == 1 else ("quick",) if number < quick else ("search",))
            for number in range(workers)
        ]
        self.governor = governor or BudgetGovernor()
        self.costs = Costs()
        self.refused = 0
        self._max_wait = max_wait_seconds
        self._max_waiting = max_waiting
        self._homes: dict[tuple[str, int], int] = {}

    def wait(self, lane: Lane, now: float) -> float:
        """Return the seconds that a new question of a lane would wait."""
        budget = self.governor.budget
        return min(desk.wait(lane, budget, now) for desk in self._of(lane))

    def waiting(self, lane: Lane) -> int:
        """Return how many questions of a lane wait."""
        return sum(desk.waiting(lane) for desk in self.desks)

    def is_crowded(self, now: float) -> bool:
        """Say whether searches have the least budget and would wait long all the same."""
        self._govern(now)
        return self.governor.is_at_floor and self.wait("search", now) > ADMITTED_WAIT_SECONDS

    def add(self, ticket: Ticket, now: float) -> Desk:
        """Let a question wait at the desk that keeps its robot, or at the one with the shortest wait.

        Raises RobotsBusyError if it would wait too long.
        """
        ticket.cost = self.costs.expected(kind_of(ticket.question), searches=ticket.lane == "search")
        self._govern(now)
        wait = self.wait(ticket.lane, now)
        if wait > self._max_wait or self.waiting(ticket.lane) >= self._max_waiting:
            self.refused += 1
            raise RobotsBusyError(wait)
        desk = self._place(ticket, wait, now)
        desk.put(ticket)
        return desk

    def put_back(self, ticket: Ticket, avoided: Desk, now: float) -> Desk:
        """Let a question that was not answered be the next one, at another desk if its lane has one."""
        others = [desk for desk in self._of(ticket.lane) if desk is not avoided] or [avoided]
        desk = min(others, key=lambda desk: desk.wait(ticket.lane, self.governor.budget, now))
        desk.put(ticket, first=True)
        return desk

    def next(self, desk: Desk, now: float) -> Ticket | None:
        """Return the question that a free worker takes now: one of its own, or of a crowded neighbour."""
        ticket = desk.take() or self._relieve(desk, now)
        if ticket is None:
            return None
        self._govern(now)
        if len(self._homes) >= MAX_HOMES:
            self._homes.clear()  # robots are made anew where they are asked next
        self._homes[ticket.question.robot] = desk.number
        ticket.budget = self.governor.budget if ticket.lane == "search" else 1.0
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
        budget, lane = self.governor.budget, ticket.lane
        home = self.home(ticket.question.robot)
        if home is not None and lane in home.lanes and home.wait(lane, budget, now) <= wait + MOVE_SECONDS:
            return home
        return min(self._of(lane), key=lambda desk: desk.wait(lane, budget, now))

    def _relieve(self, desk: Desk, now: float) -> Ticket | None:
        """Take a question from the neighbour where questions wait longest, if they wait long."""
        budget = self.governor.budget
        for lane in desk.lanes:
            crowded = max(self._of(lane), key=lambda other: other.wait(lane, budget, now))
            if crowded is not desk and crowded.wait(lane, budget, now) > MOVE_SECONDS:
                ticket = crowded.give_up(lane)
                if ticket is not None:
                    return ticket
        return None

    def _govern(self, now: float) -> None:
        self.governor.update(min(desk.wait("search", 1.0, now) for desk in self._of("search")), now)

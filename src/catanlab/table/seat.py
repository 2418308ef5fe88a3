"""One seat at the table: asks its agent, measures its time, counts its incidents and statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catanlab.framework.arguments import whole_number
from catanlab.framework.moves import Move
from catanlab.framework.observer import Observer
from catanlab.framework.state import State
from catanlab.table.agent_replies import Failure, StartFailure, legal_move
from catanlab.table.clock import Deadline, SeatClock
from catanlab.table.events import Event, Incident, Played, Said
from catanlab.table.failure_policy import MAX_LIMIT, FailurePolicy
from catanlab.table.in_process_seat import InProcessSeat
from catanlab.table.isolated_seat import IsolatedSeat


def ignore_seat(seat: int) -> None:
    """Do nothing: the default for `watch`."""


@dataclass(frozen=True, kw_only=True)
class SeatOptions:
    """Options of a table that every seat needs; raises ArgumentError for an invalid number."""

    failures: FailurePolicy
    statements_per_turn: int
    explain: bool
    watch: Callable[[int], None] = ignore_seat
    """Called with the seat before each call of its agent, whatever for."""

    def __post_init__(self) -> None:
        whole_number("statements_per_turn", self.statements_per_turn, 0, MAX_LIMIT)


class Seat:
    """A seat, driven by the table. Whatever its agent does, nothing is raised: incidents go to `note`.

    `agent` is the agent as the seat asks it, in this process or in one of its own.
    """

    def __init__(
        self,
        number: int,
        observer: Observer,
        agent: InProcessSeat | IsolatedSeat,
        clock: SeatClock,
        options: SeatOptions,
        note: Callable[[Incident], None],
    ) -> None:
        self.number = number
        self.observer = observer
        self.clock = clock
        self.retired = False
        self.listens = agent.listens
        """Whether there is an agent that wants to hear events."""
        self.speaks = agent.speaks
        """Whether there is an agent that may make statements."""
        self._agent = agent
        self._options = options
        self._note = note
        self._incidents = 0
        self._said = 0
        self._spoke = False

    @property
    def statements_left(self) -> int:
        """How many statements it may still make in this turn."""
        return self._options.statements_per_turn - self._said

    def start(self) -> None:
        """Let the agent sit down; raises TableError if it cannot be put into a process."""
        self._options.watch(self.number)
        self._agent.start()

    def ask(self, state: State, ply: int) -> Played:
        """Return the seat's move after so many moves of the game: its agent's, or the fallback's."""
        failures = self._options.failures
        if self.retired:
            return Played(failures.fallback_move(state, self.number, ply), self.number)
        self._options.watch(self.number)
        clock = self.clock
        seconds = 0.0
        try:
            self._agent.get_ready()
            allowed = clock.allowed
            if allowed <= 0:
                raise Failure("late", "no time is left for this game")
            now = clock.clock.now
            begun = now()
            try:
                answer = self._agent.choose(self.observer, ply, Deadline(clock.clock, allowed))
            finally:
                seconds = now() - begun
                clock.spend(seconds)
            if seconds > allowed + clock.grace:
                raise Failure("late", f"{seconds:.3g} s, but {allowed:.3g} s were allowed")
            move = legal_move(answer, state)
        except Failure as failure:
            move = failures.fallback_move(state, self.number, ply)
            self._fail(failure, move)
            return Played(move, self.number, seconds)
        explanation = None
        if self._options.explain:
            try:
                explanation = self._agent.explain()
            except Failure as failure:
                self._fail(failure)
        return Played(move, self.number, seconds, explanation)

    def hear(self, event: Event) -> None:
        """Report an event to the agent, as the seat sees it."""
        if self.listens:
            self._options.watch(self.number)
            try:
                self._agent.hear(event)
            except Failure as failure:
                self._fail(failure)

    def statements(self, ply: int) -> list[Said]:
        """Return the agent's statements, as many as it may make; none if it spoke since the last move."""
        if not self.speaks or self._spoke or self.statements_left <= 0:
            return []
        self._options.watch(self.number)
        try:
            self._agent.get_ready()
            lines = self._agent.say(self.observer, ply)
        except Failure as failure:
            self._fail(failure)
            return []
        return [Said(self.number, line) for line in lines[: self.statements_left]]

    def count_statement(self) -> None:
        """Count a statement that was made."""
        self._said += 1
        self._spoke = True

    def allow_statements(self, new_turn: bool) -> None:
        """Let the seat speak again after a move; in a new turn no statement counts any more."""
        self._spoke = False
        if new_turn:
            self._said = 0

    def restore_incident(self, incident: Incident) -> None:
        """Count an incident of the same game at an earlier table."""
        self._note(incident)
        if incident.kind == "retired":
            self._leave()
        else:
            self._incidents += 1

    def close(self) -> None:
        """Let the agent leave."""
        self._options.watch(self.number)
        self._agent.close()

    def _fail(self, failure: Failure, fallback: Move | None = None) -> None:
        """Report an incident, and retire an agent that has had too many or cannot start."""
        self._incidents += 1
        self._note(Incident(self.number, failure.kind, failure.text, fallback))
        if isinstance(failure, StartFailure):
            self._retire("it cannot start")
        elif self._options.failures.retires_after(self._incidents):
            self._retire(f"it has had {self._incidents} incidents")

    def _retire(self, reason: str) -> None:
        if not self.retired:
            text = f"{reason}: from here on the fallback plays"
            self._note(Incident(self.number, "retired", text))
            self._leave()

    def _leave(self) -> None:
        self.retired = True
        self.listens = self.speaks = False
        self._agent.close()

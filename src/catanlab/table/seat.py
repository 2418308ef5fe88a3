"""One seat at the table: asks its agent, measures its time, counts its incidents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catanlab.framework.moves import Move
from catanlab.table.agent_replies import Failure, StartFailure, legal_move
from catanlab.table.agent_traceback import raise_failure
from catanlab.table.clock import Deadline, SeatClock
from catanlab.table.events import Event, Incident, Played, Said
from catanlab.table.failure_policy import FailurePolicy
from catanlab.table.in_process_seat import InProcessSeat
from catanlab.table.isolated_seat import IsolatedSeat
from catanlab.table.play import Play


def ignore_seat(seat: int) -> None:
    """Do nothing: the default for `watch`."""


@dataclass(frozen=True, kw_only=True)
class SeatOptions:
    """Options of a table that every seat needs."""

    failures: FailurePolicy
    explain: bool
    watch: Callable[[int], None] = ignore_seat
    """Called with the seat before each call of its agent, whatever for."""


class Seat:
    """A seat of a game, driven by the table. Whatever its agent does, incidents are noted, and nothing is
    raised unless the FailurePolicy says so.

    `name` is the agent's, and `agent` the agent as the seat asks it, in this process or in one of its own.
    """

    def __init__(
        self,
        number: int,
        name: str,
        play: Play,
        agent: InProcessSeat | IsolatedSeat,
        clock: SeatClock,
        options: SeatOptions,
    ) -> None:
        self.number = number
        self.name = name
        self.observer = play.observer(number)
        self.clock = clock
        self.retired = False
        self.listens = agent.listens
        """Whether there is an agent that wants to hear events."""
        self.speaks = agent.speaks
        """Whether there is an agent that may make statements."""
        self.has_spoken = False
        """Whether it made a statement since the last move."""
        self._play = play
        self._agent = agent
        self._options = options
        self._incidents = 0

    def start(self) -> None:
        """Let the agent sit down; raises TableError if it cannot be put into a process."""
        self._options.watch(self.number)
        self._agent.start()

    def ask(self) -> Played:
        """Return the seat's next move: its agent's, or the fallback's."""
        failures = self._options.failures
        state, ply = self._play.state, len(self._play.moves)
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
            move = self._own_move(legal_move(answer, state))
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

    def _own_move(self, move: Move) -> Move:
        """Return a legal move as the seat makes it; raises Failure if the seat may not make it."""
        state = self._play.state
        made = state.by(move, self.number)
        if state.mover(made) != self.number or self._play.takes_proposal(made):
            raise Failure("illegal", f"{move}: it is not a move of this seat")
        return made

    def hear(self, event: Event) -> None:
        """Report an event to the agent, as the seat sees it."""
        if self.listens:
            self._options.watch(self.number)
            try:
                self._agent.hear(event)
            except Failure as failure:
                self._fail(failure)

    def statements(self) -> list[Said]:
        """Return the agent's statements, as many as it may make; none if it spoke since the last move."""
        if not self.speaks or self.has_spoken:
            return []
        left = self._play.statements_left(self.number)
        if left <= 0:
            return []
        self._options.watch(self.number)
        try:
            self._agent.get_ready()
            lines = self._agent.say(self.observer, len(self._play.moves))
        except Failure as failure:
            self._fail(failure)
            return []
        return [Said(self.number, line) for line in lines[:left]]

    def restore_incident(self, incident: Incident) -> None:
        """Count an incident of the same game at an earlier table."""
        self._play.note(incident)
        if incident.kind == "retired":
            self._leave()
        else:
            self._incidents += 1

    def close(self) -> None:
        """Let the agent leave."""
        self._options.watch(self.number)
        self._agent.close()

    def _fail(self, failure: Failure, fallback: Move | None = None) -> None:
        """Note an incident; raise the error, or retire an agent that has had too many or cannot start."""
        play, raises = self._play, self._options.failures.raises
        self._incidents += 1
        made = None if raises else fallback
        play.note(Incident(self.number, failure.kind, failure.text, made, traceback=failure.traceback))
        if raises:
            place = f"ply {len(play.moves)}, turn {play.state.turn}"
            raise_failure(failure, f"{self.name} in seat {self.number} at {place}")
        if isinstance(failure, StartFailure):
            self._retire("it cannot start")
        elif self._options.failures.retires_after(self._incidents):
            self._retire(f"it has had {self._incidents} incidents")

    def _retire(self, reason: str) -> None:
        if not self.retired:
            text = f"{reason}: from here on the fallback plays"
            self._play.note(Incident(self.number, "retired", text))
            self._leave()

    def _leave(self) -> None:
        self.retired = True
        self.listens = self.speaks = False
        self._agent.close()

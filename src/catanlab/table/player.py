"""One seat at the table: its agent, its time, its incidents, and how much it has said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import TableError
from catanlab.framework.moves import Move
from catanlab.framework.observer import Observer
from catanlab.framework.random import STREAMS, Random
from catanlab.framework.state import State
from catanlab.table.answers import Failure, StartFailure, lawful_move
from catanlab.table.chair import Chair
from catanlab.table.clock import Deadline, SeatClock
from catanlab.table.events import Event, Incident, Played, Said
from catanlab.table.isolation import IsolatedChair

FALLBACK_STREAM = STREAMS["agent"] + 0x100
"""Random fallback moves come from this stream + seat, at the number of moves played."""
MOST = 2**31 - 1


def unwatched(seat: int) -> None:
    """Tell nobody which seat is asked."""


@dataclass(frozen=True, kw_only=True)
class Conduct:
    """What the table does with agents that fail or talk; raises TableError or ArgumentError."""

    seed: int
    fallback: Literal["random", "first"]
    max_incidents: int | None
    statements_per_turn: int
    explain: bool
    watch: Callable[[int], None] = unwatched
    """Told the seat before each call of its agent, whatever for."""

    def __post_init__(self) -> None:
        if self.fallback not in ("random", "first"):
            raise TableError(f"fallback is {self.fallback!r}; allowed are 'random' and 'first'")
        if self.max_incidents is not None:
            whole_number("max_incidents", self.max_incidents, 1, MOST)
        whole_number("statements_per_turn", self.statements_per_turn, 0, MOST)


class Player:
    """A seat, asked by the table. Incidents go to `note` when they happen; nothing is raised."""

    def __init__(
        self,
        seat: int,
        observer: Observer,
        chair: Chair | IsolatedChair,
        clock: SeatClock,
        conduct: Conduct,
        note: Callable[[Incident], None],
    ) -> None:
        self.seat = seat
        self.observer = observer
        self.clock = clock
        self.retired = False
        self.listens = chair.listens
        """Whether there is an agent to tell what happens."""
        self.speaks = chair.speaks
        """Whether there is an agent that may have something to say."""
        self._chair = chair
        self._conduct = conduct
        self._note = note
        self._incidents = 0
        self._said = 0
        self._spoke = False

    @property
    def may_say(self) -> int:
        """How many statements it may still make in this turn."""
        return self._conduct.statements_per_turn - self._said

    def start(self) -> None:
        """Let the agent sit down; raises TableError if it cannot be put into a process."""
        self._conduct.watch(self.seat)
        self._chair.start()

    def ask(self, state: State, ply: int) -> Played:
        """Return the seat's move after so many moves of the game: its agent's, or the fallback's."""
        if self.retired:
            return Played(self._fallback_move(state, ply), self.seat)
        self._conduct.watch(self.seat)
        clock = self.clock
        seconds = 0.0
        try:
            self._chair.get_ready()
            allowed = clock.allowed
            if allowed <= 0:
                raise Failure("late", "no time is left for this game")
            now = clock.clock.now
            begun = now()
            try:
                answer = self._chair.choose(self.observer, ply, Deadline(clock.clock, allowed))
            finally:
                seconds = now() - begun
                clock.spend(seconds)
            if seconds > allowed + clock.grace:
                raise Failure("late", f"{seconds:.3g} s, but {allowed:.3g} s were allowed")
            move = lawful_move(answer, state)
        except Failure as failure:
            move = self._fallback_move(state, ply)
            self._fail(failure, move)
            return Played(move, self.seat, seconds)
        explanation = None
        if self._conduct.explain:
            try:
                explanation = self._chair.explain()
            except Failure as failure:
                self._fail(failure)
        return Played(move, self.seat, seconds, explanation)

    def tell(self, event: Event) -> None:
        """Tell the agent what happened, as the seat sees it."""
        if self.listens:
            self._conduct.watch(self.seat)
            try:
                self._chair.hear(event)
            except Failure as failure:
                self._fail(failure)

    def statements(self, ply: int) -> list[Said]:
        """Return what the agent has to say, as much as it may; nothing if it spoke since the last move."""
        if not self.speaks or self._spoke or self.may_say <= 0:
            return []
        self._conduct.watch(self.seat)
        try:
            self._chair.get_ready()
            lines = self._chair.say(self.observer, ply)
        except Failure as failure:
            self._fail(failure)
            return []
        return [Said(self.seat, line) for line in lines[: self.may_say]]

    def count_statement(self) -> None:
        """Count a statement that was made."""
        self._said += 1
        self._spoke = True

    def see_move(self, new_turn: bool) -> None:
        """A move was played: the seat may speak again, and in a new turn as much as ever."""
        self._spoke = False
        if new_turn:
            self._said = 0

    def take_over(self, incident: Incident) -> None:
        """Take over an incident from an earlier table."""
        self._note(incident)
        if incident.kind == "retired":
            self._leave()
        else:
            self._incidents += 1

    def close(self) -> None:
        """Let the agent go."""
        self._conduct.watch(self.seat)
        self._chair.close()

    def _fallback_move(self, state: State, ply: int) -> Move:
        if self._conduct.fallback == "first":
            return state.legal_moves[0]
        random = Random(self._conduct.seed, FALLBACK_STREAM + self.seat, ply)
        return state.draw_move(random, by_group=True)

    def _fail(self, failure: Failure, fallback: Move | None = None) -> None:
        """Report an incident, and retire an agent that has had too many or cannot start."""
        self._incidents += 1
        self._note(Incident(self.seat, failure.kind, failure.text, fallback))
        most = self._conduct.max_incidents
        if isinstance(failure, StartFailure):
            self._retire("it cannot start")
        elif most is not None and self._incidents >= most:
            self._retire(f"it has had {self._incidents} incidents")

    def _retire(self, reason: str) -> None:
        if not self.retired:
            text = f"{reason}: from here on the fallback plays"
            self._note(Incident(self.seat, "retired", text))
            self._leave()

    def _leave(self) -> None:
        self.retired = True
        self.listens = self.speaks = False
        self._chair.close()

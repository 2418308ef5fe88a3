"""The table: it drives one game, asks the agents, feeds the observers, and keeps the events.

>>> from catanlab.games.gomoku import Gomoku
>>> from catanlab.table.random_agent import RandomAgent
>>> table = Table(Gomoku(size=3, line=3), [RandomAgent(), RandomAgent()], seed=5)
>>> table.play().termination
'finished'

Whatever an agent does, the game goes on: if it raises an error, is late, or its answer is not a legal
move, a fallback move replaces it, and an Incident says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from types import TracebackType
from typing import Any, Literal, Self

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import TableError
from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, Move
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.table.agent import Agent
from catanlab.table.agent_replies import Failure, statements
from catanlab.table.chance import Chance
from catanlab.table.clock import Clock, SeatClock, SystemClock
from catanlab.table.events import Ended, Event, Incident, Outcome, Played, Said, winner_of
from catanlab.table.failure_policy import MAX_LIMIT, FailurePolicy
from catanlab.table.seat import Seat, SeatOptions, ignore_seat
from catanlab.table.seating import check_seating, make_seats


class Table:
    """A game and the agents in its seats, in the order of `agents`.

    Outcomes come from streams indexed by the seed, see `Chance`; each agent has a stream of its own.

    * `move_seconds` and `game_seconds` limit the time of a move and of a seat's whole game, measured
      with `clock`; up to `grace_seconds` more are forgiven. A seat out of time plays the fallback.
    * `fallback` replaces the move of an agent that fails: "random" (a random kind of move, then one of
      that kind) or "first" (the first move listed).
    * After `max_incidents` incidents an agent is retired: from then on the fallback plays.
    * `isolate` puts all agents (True) or those of some seats into processes that are killed when late.
    * The game is cut after `max_moves` moves and outcomes, or after `max_turns` turns.
    * A seat may make `statements_per_turn` statements in a turn; further ones are dropped.
    * With `explain` agents are asked to explain each move; with `record=False` `events` has no moves.
    * `watch` is called with the seat before each call of its agent, so that it is known whose agent ran
      if the process dies.

    Close a table, best by `with`; `play` does it too. Raises TableError, AgentError, SeedError or
    ArgumentError.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        *,
        seed: int = 0,
        clock: Clock | None = None,
        move_seconds: float | None = None,
        game_seconds: float | None = None,
        grace_seconds: float = 0.1,
        fallback: Literal["random", "first"] = "random",
        max_incidents: int | None = None,
        isolate: bool | Collection[int] = False,
        max_moves: int = 100_000,
        max_turns: int | None = None,
        statements_per_turn: int = 3,
        explain: bool = False,
        record: bool = True,
        watch: Callable[[int], None] = ignore_seat,
    ) -> None:
        check_seating(game, agents)
        self.game = game
        self.agents = tuple(agents)
        self.seed = seed
        self.events: list[Event] = []
        self.moves: list[Move] = []
        self._record = record
        self._max_moves = whole_number("max_moves", max_moves, 1, MAX_LIMIT)
        turns = MAX_LIMIT if max_turns is None else max_turns
        self._max_turns = whole_number("max_turns", turns, 1, MAX_LIMIT)
        self._chance = Chance(seed)
        self._state = game.start()
        self._result: Ended | None = None
        self._closed = False
        clock = clock or SystemClock()
        clocks = [
            SeatClock(
                clock,
                move_seconds=move_seconds,
                game_seconds=game_seconds,
                grace_seconds=grace_seconds,
            )
            for _ in range(game.seats)
        ]
        options = SeatOptions(
            failures=FailurePolicy(seed=seed, fallback=fallback, max_incidents=max_incidents),
            statements_per_turn=statements_per_turn,
            explain=explain,
            watch=watch,
        )
        self._seats = make_seats(
            game, self.agents, clocks, options, seed=seed, note=self.events.append, isolate=isolate
        )
        self._anyone_speaks = any(seat.speaks for seat in self._seats)
        self._spoken = False
        try:
            for seat in self._seats:
                seat.start()
        except BaseException:
            self.close()
            raise
        self._end_if_over()

    @classmethod
    def resume(
        cls,
        game: Game,
        agents: Sequence[Agent],
        events: Iterable[Event | Move | int | str],
        **options: Any,
    ) -> Self:
        """Return a table at which the game goes on after these moves and outcomes.

        They may be bare moves, or the `events` of another table: then the agents hear the statements
        again, and times and incidents count. With the same seed and options, and agents that remember
        only what they hear, the game goes on exactly as if it had never been interrupted.

        Raises MoveTextError or IllegalMoveError for an invalid move, and the errors of Table.
        """
        table = cls(game, agents, **options)
        try:
            for event in events:
                table._replay(event)
        except BaseException:
            table.close()
            raise
        return table

    # Looking at the game.

    @property
    def state(self) -> State:
        """The true position: for the program that drives the table, never for an agent."""
        return self._state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or cut by the table."""
        return self._result is not None

    @property
    def result(self) -> Ended | None:
        """How the game ended, or None while it goes on."""
        return self._result

    @property
    def incidents(self) -> list[Incident]:
        """Every incident so far."""
        return [event for event in self.events if isinstance(event, Incident)]

    def view(self, seat: int) -> View:
        """Return the view of a seat; raises TableError for an unknown seat."""
        return self._seat(seat).observer.view()

    def seconds_left(self, seat: int) -> float:
        """Return the time left to a seat for the game, inf without a limit; raises TableError."""
        return self._seat(seat).clock.left

    # Driving.

    def play(self) -> Ended:
        """Play to the end and return how the game ended; the table is then closed, also after Ctrl-C."""
        try:
            while self._result is None:
                self.step()
            return self._result
        finally:
            self.close()

    def step(self) -> Played | Outcome | None:
        """Play one move or outcome and return it; return None if the game has ended.

        Raises TableError if the table was closed before the end.
        """
        if self._result is not None:
            return None
        self._check_open()
        event: Played | Outcome
        mover = self._state.to_move
        if mover == CHANCE:
            event = Outcome(self._chance.draw(self._state))
        else:
            if self._anyone_speaks:
                self._let_speak(mover)
            event = self._seats[mover].ask(self._state, len(self.moves))
        self._advance(event)
        return event

    def advance(self, move: Move | int | str, seconds: float = 0.0) -> Played | Outcome:
        """Play this move or outcome without asking anybody, and return it as an event.

        A person's move comes in like this. Raises MoveTextError or IllegalMoveError, and TableError if
        the game has ended or the table is closed.
        """
        read = self._legal(move)
        event = Outcome(read) if self._state.is_chance else Played(read, self._state.to_move, seconds)
        self._accept(event)
        return event

    def say(self, seat: int, text: str) -> bool:
        """Make a statement for a seat; return False if the seat may not make more in this turn.

        While a seat is to choose, the others may answer at once. Raises TableError if the text or the
        seat is invalid, or the table is closed.
        """
        self._check_open()
        left = self._seat(seat).statements_left
        try:
            lines = statements([text])
        except Failure as failure:
            raise TableError(failure.text) from None
        if not lines:
            raise TableError("a statement needs some text")
        if left <= 0:
            return False
        self._speak(Said(seat, lines[0]))
        if self._anyone_speaks and self._state.to_move in range(self.game.seats):
            self._let_speak(self._state.to_move, seat)
        return True

    def close(self) -> None:
        """Let all agents leave and end their processes; the events stay."""
        if not self._closed:
            self._closed = True
            for seat in self._seats:
                seat.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        names = ", ".join(agent.name for agent in self.agents)
        doing = "over" if self.is_over else "going on"
        return f"<table of {self.game.name} with {names}: {len(self.moves)} moves, {doing}>"

    # Inside a step.

    def _advance(self, event: Played | Outcome) -> None:
        """Show every seat what it sees of a legal move, play it, and report it to the agents."""
        state, move, seats = self._state, event.move, self._seats
        seen = [state.seen(move, seat.number) for seat in seats]
        for seat, part in zip(seats, seen, strict=True):
            seat.observer.observe(part)
        if isinstance(event, Outcome):
            self._chance.note(state)
        turn = state.turn
        state.apply(move)
        self.moves.append(move)
        if self._record:
            self.events.append(event)
        new_turn = state.turn != turn
        if new_turn or self._spoken:
            self._spoken = False
            for seat in seats:
                seat.allow_statements(new_turn)
        for seat, part in zip(seats, seen, strict=True):
            if seat.listens:
                seat.hear(Outcome(part) if isinstance(event, Outcome) else Played(part, event.seat))
        self._end_if_over()

    def _let_speak(self, mover: int, silent: int = -1) -> None:
        """Ask every seat but a silent one for statements, the one to move first."""
        for seat in (*self._seats[mover:], *self._seats[:mover]):
            if seat.number == silent:
                continue
            for said in seat.statements(len(self.moves)):
                self._speak(said)

    def _speak(self, said: Said) -> None:
        self._spoken = True
        self._seats[said.seat].count_statement()
        self.events.append(said)
        for seat in self._seats:
            if seat.number != said.seat:
                seat.hear(said)

    def _end_if_over(self) -> None:
        """Find out whether the game has ended; if so, report it to all seats."""
        state = self._state
        if state.is_over:
            shares = tuple(state.returns or ())
            winner = winner_of(shares)
            for seat in self._seats:
                seat.observer.finish(winner)
            self._result = Ended(winner, shares, tuple(state.scores), "finished")
        elif len(self.moves) >= self._max_moves or state.turn >= self._max_turns:
            self._result = Ended(-1, None, tuple(state.scores), "cut")
        else:
            return
        self.events.append(self._result)
        for seat in self._seats:
            seat.hear(self._result)

    def _replay(self, event: Event | Move | int | str) -> None:
        """Repeat an event of an earlier table, or a bare move."""
        if isinstance(event, Said):
            self._speak(event)
        elif isinstance(event, Incident):
            self._seats[event.seat].restore_incident(event)
        elif isinstance(event, Played | Outcome):
            self._legal(event.move)
            self._accept(event)
        elif not isinstance(event, Ended):
            self.advance(event)

    def _accept(self, event: Played | Outcome) -> None:
        """Play a legal move or outcome that comes from outside."""
        if isinstance(event, Played):
            self._seats[event.seat].clock.spend(event.seconds)
        self._advance(event)

    def _legal(self, move: Move | int | str) -> Move:
        """Return a move or outcome that is legal now; raises the errors of `advance`."""
        self._check_open()
        if self._result is not None:
            raise TableError("the game has ended")
        read = self.game.move_type.of(move)
        if not self._state.is_legal(read):
            self._state.copy().apply(read)  # raises IllegalMoveError with the reason
        return read

    def _seat(self, number: int) -> Seat:
        if number not in range(self.game.seats):
            raise TableError(f"{number!r} is not a seat from 0 to {self.game.seats - 1}")
        return self._seats[number]

    def _check_open(self) -> None:
        if self._closed:
            raise TableError("the table is closed; Table.resume goes on with its events")

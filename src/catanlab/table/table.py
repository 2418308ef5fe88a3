"""The table: it drives one game, asks the agents, and reports to them what their seats see.

>>> from catanlab.games.gomoku import Gomoku
>>> from catanlab.table.random_agent import RandomAgent
>>> table = Table(Gomoku(size=3, line=3), [RandomAgent(), RandomAgent()], seed=5)
>>> table.play().termination
'finished'

Whatever an agent does, the game goes on: if it raises an error, is late, or its answer is not a legal
move, a fallback move replaces it, and an Incident says so. `on_error="raise"` is for those who look for the
error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from types import TracebackType
from typing import Any, Literal, Self

from catanlab.framework.errors import NotDecidingError, StatementLimitError, TableError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.table.agent import Agent
from catanlab.table.clock import Clock, SeatClock, SystemClock
from catanlab.table.events import Ended, Event, Incident, Outcome, Played, Said
from catanlab.table.failure_policy import FailurePolicy
from catanlab.table.play import Play
from catanlab.table.seat import Seat, SeatOptions, ignore_seat
from catanlab.table.seating import check_seating, make_seats
from catanlab.table.step import Step


class Table:
    """A game and the agents in its seats, in the order of `agents`.

    Outcomes come from streams indexed by the seed, see `Chance`; each agent has a stream of its own.

    * `move_seconds` and `game_seconds` limit the time of a move and of a seat's whole game, measured
      with `clock`; up to `grace_seconds` more are forgiven. A seat out of time plays the fallback.
    * `fallback` replaces the move of an agent that fails: "random" (a random kind of move, then one of
      that kind) or "first" (the first move listed).
    * With `on_error="raise"` an agent that fails ends the step instead: its own error is raised, with a
      note of where it happened, or AgentFailedError if it raised none, such as for an illegal move.
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
        on_error: Literal["fallback", "raise"] = "fallback",
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
        self._play = Play(
            game,
            seed=seed,
            max_moves=max_moves,
            max_turns=max_turns,
            statements_per_turn=statements_per_turn,
            record=record,
            spectators=False,
        )
        self.events: list[Event] = self._play.events
        self.moves: list[Move] = self._play.moves
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
            failures=FailurePolicy(
                seed=seed, fallback=fallback, max_incidents=max_incidents, on_error=on_error
            ),
            explain=explain,
            watch=watch,
        )
        self._seats = make_seats(self._play, self.agents, clocks, options, isolate=isolate)
        self._anyone_speaks = any(seat.speaks for seat in self._seats)
        self._spoken = False
        try:
            for seat in self._seats:
                seat.start()
        except BaseException:
            self.close()
            raise
        if self._play.result:
            for seat in self._seats:
                seat.hear(self._play.result)

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
        return self._play.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or cut by the table."""
        return self._play.is_over

    @property
    def result(self) -> Ended | None:
        """How the game ended, or None while it goes on."""
        return self._play.result

    @property
    def incidents(self) -> list[Incident]:
        """Every incident so far."""
        return [event for event in self.events if isinstance(event, Incident)]

    def view(self, seat: int) -> View:
        """Return the view of a seat; raises TableError for an unknown seat."""
        return self._play.view(seat)

    def seconds_left(self, seat: int) -> float:
        """Return the time left to a seat for the game, inf without a limit; raises TableError."""
        return self._seat(seat).clock.left

    # Driving.

    def play(self) -> Ended:
        """Play to the end and return how the game ended; the table is then closed, also after Ctrl-C."""
        try:
            while (result := self._play.result) is None:
                self.step()
            return result
        finally:
            self.close()

    def step(self) -> Played | Outcome | None:
        """Play one move or outcome and return it; return None if the game has ended.

        Raises TableError if the table was closed before the end.
        """
        play = self._play
        if play.is_over:
            return None
        self._check_open()
        if play.is_chance:
            return self._report_move(play.draw())
        mover = play.state.to_move
        if self._anyone_speaks:
            self._let_speak(mover)
        return self._report_move(play.replay(self._seats[mover].ask()))

    def advance(self, move: Move | int | str, seconds: float = 0.0) -> Played | Outcome:
        """Play this move of a seat without asking its agent, and return it as an event.

        A person's move comes in like this; an outcome never does. Raises MoveTextError, IllegalMoveError,
        or NotDecidingError if chance decides or the game has ended, and TableError if the table is closed.
        """
        self._check_open()
        play, state = self._play, self._play.state
        if not play.deciders:
            raise NotDecidingError("the game has ended" if play.is_over else "chance decides next")
        read = self.game.move_type.of(move)
        seat = state.mover(read) if state.is_legal(read) else state.to_move
        return self._accept(Played(play.check(seat, read), seat, seconds))

    def say(self, seat: int, text: str) -> bool:
        """Make a statement for a seat; return False if the seat may not make more in this turn.

        While a seat is to choose, the others may answer at once. Raises TableError if the text or the
        seat is invalid, or the table is closed.
        """
        self._check_open()
        try:
            self._report_statement(self._play.say(seat, text))
        except StatementLimitError:
            return False
        if self._anyone_speaks and self.state.to_move in range(self.game.seats):
            self._let_speak(self.state.to_move, seat)
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

    def _report_move(self, step: Step) -> Played | Outcome:
        """Report a move or outcome to the agents, and return it."""
        if self._spoken:
            self._spoken = False
            for seat in self._seats:
                seat.has_spoken = False
        self._report(step)
        assert isinstance(step.event, Played | Outcome)
        return step.event

    def _report(self, step: Step) -> None:
        """Let the agents hear what their seats see of a step and of what followed from it."""
        for seat in self._seats:
            if seat.listens and (event := step.seen_by(seat.number)) is not None:
                seat.hear(event)
        for other in step.followed:
            self._report(other)

    def _let_speak(self, mover: int, silent: int = -1) -> None:
        """Ask every seat but a silent one for statements, the one to move first."""
        for seat in (*self._seats[mover:], *self._seats[:mover]):
            if seat.number == silent:
                continue
            for said in seat.statements():
                self._report_statement(self._play.replay(said))

    def _report_statement(self, step: Step) -> None:
        assert isinstance(step.event, Said)
        self._spoken = True
        self._seats[step.event.seat].has_spoken = True
        self._report(step)

    def _replay(self, event: Event | Move | int | str) -> None:
        """Repeat an event of an earlier table, or a bare move or outcome."""
        self._check_open()
        if isinstance(event, Ended):
            return  # the limits of this table decide whether the game goes on
        if isinstance(event, Incident):
            self._seat(event.seat).restore_incident(event)
        elif isinstance(event, Played):
            self._accept(event)
        else:
            known = len(self.events)
            step = self._play.replay(event)
            if isinstance(event, Said):
                self._report_statement(step)
            elif isinstance(step.event, Played | Outcome):
                self._report_move(step)
            elif (
                len(self.events) > known
            ):  # else it had followed from an event before, and was reported then
                self._report(step)

    def _accept(self, event: Played) -> Played | Outcome:
        """Play a move that comes from outside; its time counts."""
        step = self._play.replay(event)
        self._seats[event.seat].clock.spend(event.seconds)
        return self._report_move(step)

    def _seat(self, number: int) -> Seat:
        if number not in range(self.game.seats):
            raise TableError(f"{number!r} is not a seat from 0 to {self.game.seats - 1}")
        return self._seats[number]

    def _check_open(self) -> None:
        if self._closed:
            raise TableError("the table is closed; Table.resume goes on with its events")

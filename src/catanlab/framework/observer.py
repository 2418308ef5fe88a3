"""Observers, which are given the events that one seat sees, and the views that they return.

An agent is given views, never states. Spectators have an observer too, whose seat is None: it is given what
everybody sees. A game with hidden information brings an observer of its own;
for all others the open one here does: its view is simply the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from catanlab.framework.arguments import check_seat, check_winner
from catanlab.framework.errors import GameError, ObservationError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.refusal import Refusal, general_refusal
from catanlab.framework.state import FixedSampler, Sampler, State


class View(Protocol):
    """The knowledge of one seat at one moment."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; None for spectators."""

    @property
    def log(self) -> Sequence[Move]:
        """Every move and outcome so far, as the seat saw it."""

    @property
    def to_move(self) -> int:
        """The seat that decides next, or CHANCE, or OVER at the end of the game."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, ascending; empty at chance and at the end."""

    @property
    def decision(self) -> int:
        """The number of the open question: how many moves and outcomes had been seen when it was put.

        It stays the same while one question is open to several seats, and rises with every other move.
        """

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The moves listed for this seat; empty unless it is to move."""

    @property
    def turn(self) -> int:
        """How many turns have been completed."""

    @property
    def round(self) -> int:
        """How many rounds have been completed."""

    @property
    def scores(self) -> Sequence[int]:
        """The score of each seat as far as this one knows."""

    def is_legal(self, move: int | str) -> bool:
        """Say whether this seat may make the move now; it need not carry the seat."""

    def illegal_reason(self, move: int) -> str:
        """Return in a few words why the rules forbid this seat the move now."""

    def refusal(self, move: int | str) -> Refusal | None:
        """Return why this seat may not make the move now, with a stable code; None if it may.

        The reason is worked out from what the seat knows: it is the same in every world that it takes for
        possible.
        """

    def as_decider(self) -> Self:
        """Return the same view, in which this seat is the one to move if it is one of the deciders.

        So it can be asked for its answer before others who are asked the same have given theirs.
        """

    def sample(self, random: Random) -> State:
        """Return a full state that could be the true one, drawn from what the seat believes."""

    def sampler(self) -> Sampler:
        """Return a sampler of such states for one thread; it does not change when the game goes on."""


class Observer(Protocol):
    """Follows a game from its beginning, as one seat sees it."""

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes it looks; None for spectators."""

    def observe(self, move: int | str) -> None:
        """Record a move or outcome as this seat sees it; raises ObservationError if it is impossible."""

    def finish(self, winner: int) -> None:
        """Record that the game is over; the winner is -1 for nobody."""

    def view(self) -> View:
        """Return what the seat knows now."""


class OpenView:
    """The view of a game without secrets: the whole position."""

    def __init__(
        self, state: State, seat: int | None, log: tuple[Move, ...], decision: int | None = None
    ) -> None:
        self._state = state
        self.seat = seat
        self.log = log
        self.decision = len(log) if decision is None else decision

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    @property
    def to_move(self) -> int:
        """The seat that decides next, or CHANCE, or OVER at the end of the game."""
        return self._state.to_move

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, ascending; empty at chance and at the end."""
        return self._state.deciders

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    @property
    def legal_moves(self) -> list[Move]:
        """The moves listed for this seat; empty unless it is to move."""
        return self._state.legal_moves if self._state.to_move == self.seat else []

    @property
    def turn(self) -> int:
        """How many turns have been completed."""
        return self._state.turn

    @property
    def round(self) -> int:
        """How many rounds have been completed."""
        return self._state.round

    @property
    def scores(self) -> list[int]:
        """The score of each seat."""
        return self._state.scores

    def is_legal(self, move: int | str) -> bool:
        """Say whether this seat may make the move now; it need not carry the seat."""
        return self.seat is not None and self._state.is_legal(move, self.seat)

    def illegal_reason(self, move: int) -> str:
        """Return in a few words why the rules forbid this seat the move now."""
        if self.seat is None or self.seat not in self._state.deciders:
            return "another seat is to move"
        made = self._state.by(move, self.seat)
        if self._state.is_legal(made) and not self._state.is_legal(made, self.seat):
            return "another seat may make this move, not this one"
        return self._state.illegal_reason(made)

    def refusal(self, move: int | str) -> Refusal | None:
        """Return why this seat may not make the move now, with a stable code; None if it may."""
        refusal = general_refusal(self, move)
        if refusal or self.is_legal(move):
            return refusal
        return Refusal("illegal-move", self.illegal_reason(self.game.move_type.of(move)))

    def as_decider(self) -> OpenView:
        """Return the same view, in which this seat is the one to move if it is one of the deciders."""
        seat = self.seat
        if seat is None or seat == self._state.to_move or seat not in self._state.deciders:
            return self
        return OpenView(self._state.as_decider(seat), seat, self.log, self.decision)

    def sample(self, random: Random) -> State:
        """Return a copy of the position; nothing is hidden."""
        return self._state.copy()

    def sample_into(self, state: State, random: Random) -> None:
        """Make `state` equal to the position; raises GameError if it is of another game."""
        if state.game is not self._state.game:
            raise GameError("only a state of the same game can be sampled into")
        state.assign(self._state)

    def sampler(self) -> FixedSampler:
        """Return a sampler that always draws this position."""
        return FixedSampler(self._state)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<what {who} sees of {self._state!r}>"


class OpenObserver:
    """Sees a game without secrets through the eyes of one seat, or of spectators."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = None if seat is None else check_seat(seat, game.seats)
        self._state = game.start()
        self._log: list[Move] = []
        self._decision = 0

    def observe(self, move: int | str) -> None:
        """Record a move or outcome; raises ObservationError if it is impossible now."""
        seen = self._state.game.move_type.of(move)
        if not self._state.is_legal(seen):
            raise ObservationError(f"{seen}: {self._state.illegal_reason(seen)}")
        question = self._state.question
        self._state.apply(seen)
        self._log.append(seen)
        if not question or self._state.question != question:
            self._decision = len(self._log)

    def finish(self, winner: int) -> None:
        """Check that the winner is valid: the position already shows the end; raises ObservationError."""
        check_winner(winner, self._state.game.seats)

    def view(self) -> OpenView:
        """Return what the seat knows now."""
        return OpenView(self._state.copy(), self.seat, tuple(self._log), self._decision)

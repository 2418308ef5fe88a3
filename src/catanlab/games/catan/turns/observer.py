"""Observers and views of a game by turns; they know the same as those of the plain game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from catanlab.framework.errors import ObservationError
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.refusal import Refusal, general_refusal
from catanlab.games.catan.turns.moves import TurnMove
from catanlab.games.catan.turns.state import TurnSampler
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView

if TYPE_CHECKING:
    from catanlab.games.catan.turns.game import TurnGame
    from catanlab.games.catan.turns.state import TurnSampler, TurnState


class TurnView:
    """The view of one seat; its moves are turns."""

    def __init__(
        self, game: TurnGame, plain: CatanView, log: tuple[TurnMove, ...], decision: int | None = None
    ) -> None:
        self.game = game
        self.plain = plain
        self.log = log
        self._decision = len(log) if decision is None else decision

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; None for spectators."""
        seat: int | None = self.plain.seat
        return seat

    @property
    def to_move(self) -> int:
        """The seat that decides next, or CHANCE, or OVER at the end of the game."""
        return self.plain.to_move

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, ascending; empty at chance and at the end."""
        return self.plain.deciders

    @property
    def decision(self) -> int:
        """The number of the open question."""
        return self._decision

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.plain.is_over

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The turns, or other moves, listed for this seat; empty unless it is to move."""
        # A seat's turns depend on nothing that it does not know, so any sample lists them.
        return self.sample(Random()).legal_moves if self.to_move == self.seat else []

    @property
    def turn(self) -> int:
        """How many turns have been completed."""
        return self.plain.turn

    @property
    def round(self) -> int:
        """How many rounds have been completed."""
        return self.plain.round

    @property
    def scores(self) -> Sequence[int]:
        """The visible points of each seat, and the own hidden ones."""
        return self.plain.scores

    def is_legal(self, move: int | str) -> bool:
        """Say whether this seat may make the move now; it need not carry the seat."""
        return self.seat in self.deciders and self.sample(Random()).is_legal(move, self.seat)

    def illegal_reason(self, move: int) -> str:
        """Return in a few words why this seat may not make the move now."""
        if self.seat is None or self.seat not in self.deciders:
            return "another seat is to move"
        state = self.sample(Random())
        return state.illegal_reason(state.by(move, self.seat))

    def as_decider(self) -> TurnView:
        """Return the same view, in which this seat is the one to move if it is one of the deciders."""
        plain = self.plain.as_decider()
        return self if plain is self.plain else TurnView(self.game, plain, self.log, self.decision)

    def refusal(self, move: int | str) -> Refusal | None:
        """Return why this seat may not make the move now, with a stable code; None if it may."""
        refusal = general_refusal(self, move)
        if refusal or self.is_legal(move):
            return refusal
        return Refusal("illegal-move", self.illegal_reason(TurnMove.of(move)))

    def sample(self, random: Random) -> TurnState:
        """Return a full state drawn from what this seat believes."""
        return self.game.around(self.plain.sample(random))

    def sampler(self) -> TurnSampler:
        """Return a sampler of such states for one thread; it does not change when the game goes on."""
        return TurnSampler(self.plain.sampler())

    def __repr__(self) -> str:
        return f"<turns by {self.game.kind} of {self.plain!r}>"


class TurnObserver:
    """Sees a game by turns through the eyes of one seat."""

    def __init__(self, game: TurnGame, seat: int | None) -> None:
        self.game = game
        self._plain = CatanObserver(game.plain, seat)
        self._log: list[TurnMove] = []
        self._decision = self._plain_decision = 0

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes it looks; None for spectators."""
        seat: int | None = self._plain.seat
        return seat

    def observe(self, move: int | str) -> None:
        """Record a turn, other move or outcome as `seen` returned it; raises ObservationError."""
        seen = TurnMove.of(move)
        if not seen.steps:
            raise ObservationError(f"{seen}: a turn is observed with its moves, as `seen` returns it")
        for step in seen.steps:
            self._plain.observe(step)
        self._log.append(seen)
        if self._plain.decision != self._plain_decision:
            self._plain_decision = self._plain.decision
            self._decision = len(self._log)

    def finish(self, winner: int) -> None:
        """Record that the game is over; the winner is -1 for nobody."""
        self._plain.finish(winner)

    def view(self) -> TurnView:
        """Return what the seat knows now."""
        return TurnView(self.game, self._plain.view(), tuple(self._log), self._decision)

"""A view of a declared game: what one seat knows at one moment, as positions that could be the true one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.framework.adapter import PlainState
from catanlab.framework.errors import GameError
from catanlab.framework.moves import CHANCE, OVER, Move
from catanlab.framework.random import Random
from catanlab.framework.refusal import Refusal, general_refusal
from catanlab.framework.state import PlainSampler, State

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration
    from catanlab.framework.declared.game import DeclaredGame


class DeclaredView:
    """The knowledge of one seat, or of a spectator for None; it does not change when the game goes on.

    Whatever a seat may ask about its own moves is the same in every position that it takes for possible.
    """

    def __init__(
        self,
        game: DeclaredGame,
        worlds: list[tuple[Declaration, float]],
        seat: int | None,
        log: tuple[Move, ...],
        decision: int,
    ) -> None:
        self.game = game
        self.seat = seat
        self.log = log
        self.decision = decision
        self._worlds = worlds
        self._world = worlds[0][0]

    @property
    def position(self) -> Declaration:
        """One position that could be the true one; what the seat can see is true in it."""
        return self._world

    @property
    def to_move(self) -> int:
        """The seat that decides next, or CHANCE, or OVER at the end of the game."""
        return self._world.to_move()

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, ascending; empty at chance and at the end."""
        return tuple(self._world.deciders())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move == OVER

    @property
    def legal_moves(self) -> list[Move]:
        """The moves listed for this seat; empty unless it is to move."""
        if self.to_move != self.seat or self.to_move in (CHANCE, OVER):
            return []
        return [self.game.move_type(move) for move in self._world.legal()]

    @property
    def turn(self) -> int:
        """How many turns have been completed."""
        return self._world.turn()

    @property
    def round(self) -> int:
        """How many rounds have been completed."""
        return self.turn // self.game.seats

    @property
    def scores(self) -> list[int]:
        """The score of each seat as far as this one knows."""
        world = self._world
        return [
            world.score(seat) if seat == self.seat else world.public_score(seat)
            for seat in range(self.game.seats)
        ]

    def is_legal(self, move: int | str) -> bool:
        """Say whether this seat may make the move now; it need not carry the seat."""
        return self.seat is not None and self._state().is_legal(move, self.seat)

    def illegal_reason(self, move: int) -> str:
        """Return in a few words why the rules forbid this seat the move now."""
        refusal = self.refusal(move)
        return "not legal here" if refusal is None else refusal.text

    def refusal(self, move: int | str) -> Refusal | None:
        """Return why this seat may not make the move now, by a rule's code and sentence; None if it may."""
        refusal = general_refusal(self, move)
        if refusal or self.is_legal(move):
            return refusal
        assert self.seat is not None
        world = self._world
        made = world.by(self.game.move_type.of(move), self.seat)
        return world.refusal(made, self.seat) or Refusal("illegal-move", "not legal here")

    def as_decider(self) -> DeclaredView:
        """Return the same view, in which this seat is the one to move if it is one of the deciders."""
        if self.seat is None or self.seat == self.to_move or self.seat not in self.deciders:
            return self
        worlds = [(world.copy(), weight) for world, weight in self._worlds]
        for world, _ in worlds:
            world.ask(self.seat)
        return DeclaredView(self.game, worlds, self.seat, self.log, self.decision)

    def sample(self, random: Random) -> State:
        """Return a full state that could be the true one, drawn from what the seat believes."""
        rest = random.uniform() * sum(weight for _, weight in self._worlds)
        drawn = self._worlds[-1][0]
        for world, weight in self._worlds:
            rest -= weight
            if rest < 0:
                drawn = world
                break
        return PlainState(self.game, drawn.copy())

    def sample_into(self, state: State, random: Random) -> None:
        """Make `state` such a position; raises GameError if it is of another game."""
        if state.game is not self.game:
            raise GameError("only a state of the same game can be sampled into")
        state.assign(self.sample(random))

    def sampler(self) -> PlainSampler:
        """Return a sampler of such states for one thread."""
        return PlainSampler(self)

    def _state(self) -> PlainState:
        return PlainState(self.game, self._world)

    def __str__(self) -> str:
        return "\n".join(self._world.lines(() if self.seat is None else (self.seat,)))

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<what {who} sees of {self.game.name}: {self._world!r}>"

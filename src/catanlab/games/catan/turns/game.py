"""Catan played by whole turns, as a game of the framework."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catanlab.framework.errors import GameError
from catanlab.framework.game import Game
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.turns.martin import Martin
from catanlab.games.catan.turns.moves import TurnMove
from catanlab.games.catan.turns.observer import TurnObserver
from catanlab.games.catan.turns.options import full_options
from catanlab.games.catan.turns.panousis import Panousis
from catanlab.games.catan.turns.state import Kind, TurnState
from catanlab.games.catan.turns.tuma import Tuma

_KINDS: Mapping[str, type[Kind]] = {"martin": Martin, "panousis": Panousis, "tuma": Tuma}


class TurnGame(Game):
    """A game of Catan in which a move is a whole turn.

    >>> game = TurnGame(Catan(board="beginner"), "martin", best_roads=2)
    >>> len(game.start().legal_moves)
    54

    Raises GameError for a kind or option that is not known, or rules of one action a turn.
    """

    name = "catan turns"
    summary = "Settlers of Catan by whole turns"
    move_type = TurnMove

    def __init__(self, game: Catan, kind: str = "martin", **options: Any) -> None:
        if not isinstance(game, Catan):
            raise GameError(f"turns are made of the moves of a game of Catan, not of {game!r}")
        if game.rules.one_action:
            raise GameError("with one action a turn there are no compound turns")
        self.plain = game
        self.kind = kind
        self.options = full_options(kind, options)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.plain.seats

    @property
    def title(self) -> str:
        """A title for people: the name of the game, its rules and the kind of turns."""
        return f"{self.plain.title}, turns by {self.kind}"

    def start(self) -> TurnState:
        """Return the empty board before the first settlement."""
        return self.around(self.plain.start())

    def around(self, state: State) -> TurnState:
        """Return a wrapper around a copy of a state of the plain game; raises GameError."""
        if not isinstance(state, CatanState) or state.game is not self.plain:
            raise GameError("only a state of the same game can be wrapped")
        return TurnState(self, state.copy(), _KINDS[self.kind](self.plain, self.options))

    def observer(self, seat: int | None) -> TurnObserver:
        """Return an observer that sees the game through the eyes of one seat."""
        return TurnObserver(self, seat)

    def sealed(self) -> TurnGame:
        """Return the game without its seed, from which an agent could predict the dice."""
        return TurnGame(self.plain.sealed(), self.kind, **self.options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TurnGame):
            return NotImplemented
        mine = (self.kind, self.options, self.plain.rules, self.plain.board)
        return mine == (other.kind, other.options, other.plain.rules, other.plain.board)

    def __hash__(self) -> int:
        return hash((self.kind, *self.options.values()))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"TurnGame({self.plain!r}, {self.kind!r}{options})"


def turns(game_or_state: Catan | CatanState, kind: str = "martin", **options: Any) -> TurnState:
    """Return a state whose moves are turns: at the start of a game, or in the position of a state.

    >>> turns(Catan(board="beginner"), "tuma", draws=2).to_move
    0

    The state that is given stays as it is. Raises GameError.
    """
    if isinstance(game_or_state, CatanState):
        return TurnGame(game_or_state.game, kind, **options).around(game_or_state)
    return TurnGame(game_or_state, kind, **options).start()

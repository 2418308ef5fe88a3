"""Compound turns for a search, and playing them move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.state import Sampler, State
from catanlab.games.catan.game import Catan
from catanlab.games.catan.turns.game import TurnGame
from catanlab.games.catan.turns.moves import TurnMove
from catanlab.games.catan.turns.options import KINDS
from catanlab.games.catan.turns.state import TurnSampler

PREFIX = "turn_"
"""Prefix of the options of a kind of turns."""

_MEANINGS = {
    "trade_only_to_build": "nothing that a trade got may be left over at the end of the turn",
    "best_roads": "from each node of the search only so many roads, the best; 0: all",
    "depth": "the most moves in a turn, its end not counted; 0: any",
    "cap": "the most turns in a list",
    "offers": "list offers to other seats besides the turns, where the rules allow them",
    "always_pass": "list passing also where something can be built",
    "roads": "the most roads in a plan",
    "prune_roads": "no roads with Longest Road held and a place to settle free",
    "unplayed": "buy a card only with so many unplayed ones in hand at most; Panousis' formula allows 1",
    "cards": "list held development cards besides the plans",
    "draws": "how often each combination is listed, with other targets",
    "check_first": "list only combinations that are wholly possible",
    "seed": "what the draws of targets follow from",
}


def turn_options(kind: str) -> dict[str, tuple[Any, Any]]:
    """Return annotation and default of each option of a kind of turns, as options of an agent."""
    if kind not in KINDS:
        return {}
    return {
        f"{PREFIX}{name}": (
            (Annotated[bool, _MEANINGS[name]], takes)
            if isinstance(takes, bool)
            else (Annotated[int, _MEANINGS[name]], takes[0])
        )
        for name, takes in KINDS[kind].items()
    }


class Turns:
    """Compound turns of one kind, and the steps of the present turn that are still to be made."""

    def __init__(self, kind: str, options: Mapping[str, Any]) -> None:
        self.kind = kind
        self.options = {name.removeprefix(PREFIX): value for name, value in options.items()}
        self._game: TurnGame | None = None
        self._steps: list[Move] = []

    def use(self, game: Game) -> Game:
        """Return this game with compound turns as its moves; raises AgentError unless it is Catan."""
        if not isinstance(game, Catan):
            raise AgentError(f"turns={self.kind} is for catan, not for {game.name}")
        if self._game is None or self._game.plain is not game:
            self._game = TurnGame(game, self.kind, **self.options)
            self._steps = []
        return self._game

    def around(self, state: State) -> State:
        """Return a state in the same position whose moves are compound turns."""
        assert self._game is not None
        return self._game.around(state)

    def sampler(self, sampler: Sampler) -> Sampler:
        """Return a sampler of such states."""
        return TurnSampler(sampler)

    def first_step(self, turn: Move) -> Move:
        """Return the first step of a turn, and keep the others."""
        if isinstance(turn, TurnMove) and turn.steps:
            self._steps = list(turn.steps[1:])
            return turn.steps[0]
        self._steps = []
        return turn

    @property
    def begun(self) -> bool:
        """Whether a turn was begun that has steps left."""
        return bool(self._steps)

    def drop(self) -> None:
        """Drop the remaining steps of a turn."""
        self._steps = []

    def next_step(self, view: View) -> Move | None:
        """Return the next step of the turn that was begun, if it is still legal."""
        if not self._steps:
            return None
        step = self._steps.pop(0)
        if view.is_legal(step):
            return step
        self._steps = []
        return None

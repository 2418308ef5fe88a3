"""The decisions that a search leaves to rules, as two options of its agent: `overrides` and `opening`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.mcts.overrides.martin import MartinRules
from catanlab.agents.players.mcts.overrides.openings import OPENINGS, SetUp
from catanlab.agents.players.mcts.overrides.panousis import PanousisRules
from catanlab.agents.players.mcts.overrides.rules import Rules
from catanlab.agents.players.mcts.overrides.smartsettlers import SmartSettlersRules
from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan.constants import SETUP_ROAD, SETUP_SETTLEMENT
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view.view import CatanView

NONE, OWN, TREE = "none", "own", "tree"
RULES: Mapping[str, type[Rules]] = {
    NONE: Rules,
    "martin": MartinRules,
    "panousis": PanousisRules,
    "smartsettlers": SmartSettlersRules,
}
"""The rules by the name of their author."""
_OWN_OPENINGS = {"martin": "martin", "panousis": "jsettlers"}

OVERRIDE_OPTIONS: dict[str, tuple[Any, Any]] = {
    "overrides": (
        Annotated[
            Literal["none", "martin", "panousis", "smartsettlers"],
            "whose rules decide in place of the search: Martin's on opening, robber and discards; "
            "Panousis' on cards as well; SmartSettlers' on discards",
        ],
        NONE,
    ),
    "opening": (
        Annotated[
            Literal["own", "tree", "martin", "jsettlers", "random"],
            "who plays the set-up: own is that of `overrides`, or the tree if it has none",
        ],
        OWN,
    ),
    "without": (
        Annotated[
            str | None,
            "decisions that `overrides` leaves to the search all the same: robber+discard, and of Panousis "
            "knight+road building+plenty+monopoly, which are never played unless the tree lists them",
        ],
        None,
    ),
}
"""Annotation and default of each option."""


class Overrides:
    """The rules of a search agent at a table; without options they decide nothing."""

    def __init__(self, overrides: str = NONE, opening: str = OWN, without: str | None = None) -> None:
        kind = RULES[overrides]
        left_out = [name.strip() for name in without.split("+")] if without else []
        for name in left_out:
            if name not in kind.decisions:
                allowed = ", ".join(kind.decisions) or "none"
                raise AgentError(
                    f"overrides={overrides} makes no decision {name!r}; its decisions are {allowed}"
                )
        self._rules = kind(left_out)
        self._opening = _OWN_OPENINGS.get(overrides, TREE) if opening == OWN else opening
        self._options = [f"overrides={overrides}"] * (overrides != NONE) + [f"opening={opening}"] * (
            opening not in (OWN, TREE)
        )
        self._board_values: BoardValues | None = None
        self._set_up: SetUp | None = None

    def __bool__(self) -> bool:
        """Return whether there are any rules."""
        return bool(self._options)

    def check(self, game: Game) -> None:
        """Raise AgentError if there are rules and the game is not Catan."""
        if self and not isinstance(game, Catan):
            raise AgentError(f"{' and '.join(self._options)}: that is for catan, not for {game.name}")

    def start(self, game: Game) -> None:
        """Study the board of a new game; raises AgentError as `check` does."""
        self.check(game)
        if self:
            assert isinstance(game, Catan)
            self._board_values = BoardValues(game.board)
            self._set_up = OPENINGS[self._opening](game.board) if self._opening in OPENINGS else None
            self._rules.start(game)

    def before(self, view: View, random: Random, begun: bool) -> Choice | None:
        """Return what the rules decide before the search, or None.

        They need the view of a seat: in a fully visible position they decide nothing.
        """
        if not self or not isinstance(view, CatanView):
            return None
        situation = self._read(view)
        if situation.phase in (SETUP_SETTLEMENT, SETUP_ROAD):
            if self._set_up is None:
                return None
            if situation.phase == SETUP_ROAD:
                return self._set_up.place_road(view, situation, random)
            return self._set_up.place_settlement(view, situation, random)
        return self._rules.before(view, situation, random, begun)

    def at_end(self, view: View, random: Random) -> Choice | None:
        """Return what the rules do instead of ending the turn, or None."""
        if not self or not isinstance(view, CatanView):
            return None
        return self._rules.at_end(view, self._read(view), random)

    def leaves(self, move: Move) -> bool:
        """Return whether the tree may choose a move."""
        return self._rules.leaves(move)

    def _read(self, view: CatanView) -> Situation:
        assert self._board_values is not None
        return Situation(view, self._board_values)

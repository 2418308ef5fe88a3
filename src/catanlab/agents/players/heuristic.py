"""The heuristic player: Martin's opening, then the policy of his playouts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from catanlab.agents.base.choice import Choice, PhaseAgent
from catanlab.agents.base.random_choice import random_move
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.martin_opening import Opening
from catanlab.agents.value.heavy import Heavy
from catanlab.agents.value.scored_moves import scored_move
from catanlab.framework.game import Game
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view.view import CatanView


class Heuristic(PhaseAgent):
    """Plays Martin's opening, and then by the scores of his playouts.

    Either part can be random instead: his figures 5 to 8 compare them.
    """

    name = "heuristic"

    def __init__(
        self,
        *,
        opening: Annotated[
            Literal["heuristic", "random"], "the set-up by Martin's scores of nodes, or by chance"
        ] = "heuristic",
        play: Annotated[
            Literal["heuristic", "random"], "what comes after it by the scores of his policy, or by chance"
        ] = "heuristic",
    ) -> None:
        self.opening = opening
        self.play = play

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Score the nodes of the board; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        assert isinstance(game, Catan)
        self._opening = Opening(game.board)
        self._policy = Heavy()

    def __getstate__(self) -> dict[str, Any]:
        # The policy is native and has no memory: a restored agent makes a new one.
        return {name: value for name, value in self.__dict__.items() if name != "_policy"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._policy = Heavy()

    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        if self.opening == "random":
            return random_move(view, self.random)
        return self._opening.place_settlement(view, situation, self.random)

    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        if self.opening == "random":
            return random_move(view, self.random)
        return self._opening.place_road(view, situation, self.random)

    def begin(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def act(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def discard(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def rob(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def lay_free_road(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def answer(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def settle(self, view: CatanView, situation: Situation) -> Choice:
        return self._by_scores(view)

    def _by_scores(self, view: CatanView) -> Choice:
        if self.play == "random":
            return random_move(view, self.random)
        return scored_move(self._policy, view, self.random)

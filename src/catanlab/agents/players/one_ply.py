"""The agent that looks one move ahead with an evaluation of what its seat may know, linear or by a net."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from catanlab.agents.base.appraiser import HandValue
from catanlab.agents.base.public_reason import public_reason
from catanlab.agents.base.situation import Situation
from catanlab.agents.value.features import FEATURE_NAMES, features
from catanlab.agents.value.one_ply import NetOnePly, OnePly
from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Counts
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Agent, Explanation
from catanlab.table.clock import Deadline

REASONS_SHOWN = 3
"""How many features an explanation names."""


class OnePlyAgent(Agent):
    """Makes the move that leads to the highest evaluation, with chance averaged; makes no offers.

    The policy moves in full states. It gets one sampled from the view: it reads only what is public or the
    seat's own, so that every sample gives the same move.
    """

    name = "one-ply"
    games = ("catan",)

    def __init__(
        self,
        *,
        evaluation: Annotated[
            Literal["linear", "net"], "points by a weighted sum, or the chance to win by a net"
        ] = "linear",
    ) -> None:
        self.evaluation = evaluation
        self._policy = self._make_policy()
        self._last: tuple[CatanView, CatanMove] | None = None

    def __getstate__(self) -> dict[str, Any]:
        # The policy is native and has no memory: a restored agent makes a new one.
        return {name: value for name, value in self.__dict__.items() if name != "_policy"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._policy = self._make_policy()

    def _make_policy(self) -> OnePly:
        return NetOnePly() if self.evaluation == "net" else OnePly()

    def native_policy(self) -> str:
        """Return the policy that moves as this agent does."""
        return f"catanlab.agents.value.one_ply.{'NetOnePly' if self.evaluation == 'net' else 'OnePly'}"

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Take a seat; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        if not isinstance(game, Catan):
            raise AgentError(f"{self.name} plays catan, not {game.name}")
        self._last = None

    def choose(self, view: View, deadline: Deadline) -> CatanMove:
        """Return the move with the highest evaluation."""
        if not isinstance(view, CatanView):
            raise AgentError(f"{self.name} plays catan, not {view.game.name}")
        move = CatanMove.of(self._policy.pick(view.sample(Random(0, "search")), self.random))
        self._last = view, move
        return move

    def appraise(self, view: CatanView, situation: Situation) -> HandValue:
        """Return the value of hands by the evaluation, for a negotiator that trades for it.

        A linear evaluation adds points to the present 1; a net gives the factor by which the chance grows.
        """
        state = view.sample(Random(0, "search"))
        now = self._policy.evaluate(state, view.seat)

        @cache
        def value(hand: Counts) -> float:
            then = self._policy.evaluate_hand(state, view.seat, hand)
            return then / now if self.evaluation == "net" else 1.0 + then - now

        return value

    def explain(self) -> Explanation | None:
        """Return which features the last move changed, each alone, would change the evaluation most."""
        if self._last is None:
            return None
        view, move = self._last
        state = view.sample(Random(0, "search"))
        before = features(state, view.seat)
        value = self._policy.evaluate(state, view.seat)
        after = state.copy().apply(move)
        data: dict[str, Any] = {"value": round(value, 3)}
        if after.is_chance or after.is_over or move.kind.name in ("END_TURN", "ROLL"):
            return Explanation("Nothing else promises more.", data)
        changes = [
            (self._policy.evaluate_features([*before[:place], new, *before[place + 1 :]]) - value, name)
            for place, (name, new) in enumerate(zip(FEATURE_NAMES, features(after, view.seat), strict=True))
            if new != before[place]
        ]
        changes.sort(key=lambda change: -abs(change[0]))
        shown = [(name, round(change, 3)) for change, name in changes[:REASONS_SHOWN] if change]
        data["changes"] = dict(shown)
        data["value_after"] = round(self._policy.evaluate(after, view.seat), 3)
        digits = 3 if self.evaluation == "net" else 2
        words = ", ".join(f"{name} {change:+.{digits}f}" for name, change in shown)
        return Explanation(
            f"It changes my evaluation most by {words}." if shown else "It costs nothing.", data
        )

    def public_reason(self) -> str | None:
        """Return what may be said about the last move during play."""
        return public_reason(*self._last) if self._last else None

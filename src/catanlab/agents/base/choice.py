"""An agent of Catan with a method for each phase, which returns a move and the reason for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.proposal import REFUSAL, Verdict, own_side
from catanlab.agents.base.public_reason import public_reason
from catanlab.agents.base.situation import Situation
from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Agent, Explanation
from catanlab.table.clock import Deadline


class Choice(NamedTuple):
    """A move, the reason for it as a sentence without its full stop, and that reason as plain data."""

    move: CatanMove
    reason: str
    data: Mapping[str, Any] = {}

    @property
    def explanation(self) -> Explanation:
        """The reason as a whole sentence, and its data."""
        return Explanation(f"{self.reason[0].upper()}{self.reason[1:]}.", dict(self.data))


class PhaseAgent(Agent):
    """A player of Catan with a method for each kind of decision; it keeps the reason of the last."""

    games = ("catan",)

    _last: Choice | Verdict | None = None
    _asked: CatanView | None = None

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Study the board; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        if not isinstance(game, Catan):
            raise AgentError(f"{self.name} plays catan, not {game.name}")
        self.board_values = BoardValues(game.board)

    def choose(self, view: View, deadline: Deadline) -> CatanMove:
        """Return the move that the phase of the game asks for."""
        if not isinstance(view, CatanView):
            raise AgentError(f"{self.name} plays catan, not {view.game.name}")
        choice = self._last = self.decide(view, Situation(view, self.board_values))
        self._asked = view
        return choice.move

    def decide(self, view: CatanView, situation: Situation) -> Choice:
        """Return the choice of the method for the phase."""
        return _DECISIONS[situation.phase](self, view, situation)

    def consider(self, view: View, seat: int, deal: str) -> bool:
        """Return whether to take the deal that another seat proposes, by the method that judges deals."""
        if not isinstance(view, CatanView):
            raise AgentError(f"{self.name} plays catan, not {view.game.name}")
        situation = Situation(view, self.board_values)
        verdict = self._last = self.judge(view, situation, seat, own_side(deal))
        return verdict.takes

    def judge(self, view: CatanView, situation: Situation, seat: int, deal: Deal) -> Verdict:
        """Return whether to take a deal, given from the own side, that another seat proposes."""
        return REFUSAL

    def explain(self) -> Explanation | None:
        """Return the reason for the last move or verdict."""
        return self._last.explanation if self._last else None

    def public_reason(self) -> str | None:
        """Return what may be said about the last move or verdict during play."""
        if isinstance(self._last, Verdict):
            return self._last.public_reason
        return public_reason(self._asked, self._last.move) if self._asked and self._last else None

    @abstractmethod
    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        """Place a settlement of the set-up."""

    @abstractmethod
    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        """Place the road at the settlement just placed."""

    @abstractmethod
    def begin(self, view: CatanView, situation: Situation) -> Choice:
        """Roll, or play a card before."""

    @abstractmethod
    def act(self, view: CatanView, situation: Situation) -> Choice:
        """Build, trade, play a card or end the turn."""

    @abstractmethod
    def discard(self, view: CatanView, situation: Situation) -> Choice:
        """Discard one card after a seven."""

    @abstractmethod
    def rob(self, view: CatanView, situation: Situation) -> Choice:
        """Move the robber and name its victim."""

    @abstractmethod
    def lay_free_road(self, view: CatanView, situation: Situation) -> Choice:
        """Place a road of road building."""

    def answer(self, view: CatanView, situation: Situation) -> Choice:
        """Answer an offer."""
        return Choice(CatanMove.make(c.REJECT), "I do not trade with players")

    def settle(self, view: CatanView, situation: Situation) -> Choice:
        """Choose among those who answered my offer."""
        return Choice(CatanMove.make(c.CANCEL), "I do not trade with players")

    def best(self, moves: Sequence[CatanMove], rate: Callable[[CatanMove], float]) -> CatanMove:
        """Return the move with the highest rating, or one of several at random."""
        ratings = [rate(move) for move in moves]
        top = max(ratings)
        equals = [move for move, rating in zip(moves, ratings, strict=True) if rating == top]
        return equals[self.random.below(len(equals))] if len(equals) > 1 else equals[0]


_DECISIONS: dict[int, Callable[[PhaseAgent, CatanView, Situation], Choice]] = {
    c.SETUP_SETTLEMENT: lambda agent, *given: agent.place_settlement(*given),
    c.SETUP_ROAD: lambda agent, *given: agent.place_road(*given),
    c.BEFORE_ROLL: lambda agent, *given: agent.begin(*given),
    c.MAIN: lambda agent, *given: agent.act(*given),
    c.DISCARDING: lambda agent, *given: agent.discard(*given),
    c.ROBBING: lambda agent, *given: agent.rob(*given),
    c.FREE_ROADS: lambda agent, *given: agent.lay_free_road(*given),
    c.ANSWERING: lambda agent, *given: agent.answer(*given),
    c.CHOOSING: lambda agent, *given: agent.settle(*given),
}

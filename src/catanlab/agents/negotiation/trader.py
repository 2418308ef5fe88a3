"""Any agent of Catan with a negotiator: the agent plays, the negotiator trades with the other players."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.appraiser import Appraiser
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.choice import Choice, PhaseAgent
from catanlab.agents.base.proposal import Verdict, own_side
from catanlab.agents.base.public_reason import public_reason
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import SoonestBuild
from catanlab.agents.negotiation.negotiator import Negotiator
from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Agent, Explanation
from catanlab.table.clock import Deadline
from catanlab.table.events import Event

_WAITING = (c.END_TURN, c.BANK_TRADE)
"""If the agent chooses one of these, the negotiator may make an offer first."""


class Trader(Agent):
    """An agent with a negotiator that makes, answers and settles offers in its place.

    The agent chooses in the main phase; before its choice ends the turn, or trades with the bank, the
    negotiator may make an offer. The agent makes no offers of its own: if it tries to, it is asked again
    in a position in which it has made as many as it may. An agent that searches gets the same game without
    trade between players, so that its tree has no offers.

    >>> from catanlab.agents.negotiation import make_negotiator
    >>> from catanlab.table import RandomAgent
    >>> Trader(RandomAgent(), make_negotiator("batna"))
    <agent random>
    """

    games = ("catan",)

    def __init__(
        self, agent: Agent, negotiator: Negotiator, forecasts: SeatForecasts | None = None
    ) -> None:
        self.agent = agent
        self.negotiator = negotiator
        self.name = agent.name
        self._forecasts = forecasts
        self._choice: Choice | Verdict | None = None
        self._asked: CatanView | None = None
        self._answer: Move | int | str = ""

    @property
    def listens(self) -> bool:
        """Whether the agent or the negotiator listens."""
        return self.agent.listens or self.negotiator.listens

    @property
    def speaks(self) -> bool:
        """Whether the agent or the negotiator speaks."""
        return self.agent.speaks or self.negotiator.speaks

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Let both take the seat; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        if not isinstance(game, Catan):
            raise AgentError(f"{self.name} trades in catan, not in {game.name}")
        self._board_values = BoardValues(game.board)
        self._choice, self._asked = None, None
        # A quick agent is asked again if it would offer; a search would waste its time on offers.
        self._plain = None if isinstance(self.agent, PhaseAgent) else without_trade(game)
        self.agent.start(self._plain or game, seat, random)
        if isinstance(self.agent, Appraiser):
            self.negotiator.appraiser = self.agent
        self.negotiator.start(game.rules, seat)

    def check(self, game: Game) -> None:
        """Raise AgentError if the agent cannot play this game."""
        if not isinstance(game, Catan):
            raise AgentError(f"{self.name} trades in catan, not in {game.name}")
        self.agent.check(game)

    @property
    def forecasts(self) -> SeatForecasts:
        """The forecasts of the agent, or those kept for the negotiator if the agent has none."""
        theirs: SeatForecasts | None = getattr(self.agent, "forecasts", None)
        if theirs is not None:
            return theirs
        if self._forecasts is None:
            self._forecasts = SeatForecasts(SoonestBuild())
        return self._forecasts

    def choose(self, view: View, deadline: Deadline) -> Move | int | str:
        """Return the negotiator's choice on trade with players, otherwise the agent's."""
        assert isinstance(view, CatanView)
        self._asked = view
        self._answer = self._choose(view, deadline)
        return self._answer

    def _choose(self, view: CatanView, deadline: Deadline) -> Move | int | str:
        self._choice = None
        phase = view.position.phase
        if phase == Phase.MAIN and view.game.rules.player_trade:
            return self._act(view, deadline)
        if phase == Phase.ANSWERING:
            choice = self.negotiator.answer(view, self._read(view), self.forecasts)
        elif phase == Phase.CHOOSING:
            choice = self.negotiator.settle(view, self._read(view), self.forecasts)
        else:
            return self._ask(view, deadline)
        self._choice = choice
        return choice.move

    def _act(self, view: CatanView, deadline: Deadline) -> Move | int | str:
        kind = _kind(answer := self._ask(view, deadline))
        if kind == c.OFFER:
            kind = _kind(answer := self._ask(without_offers(view), deadline))
        if kind in _WAITING:
            choice = self._choice = self.negotiator.offer(view, self._read(view), self.forecasts)
            if choice is not None:
                return choice.move
        return answer

    def _ask(self, view: CatanView, deadline: Deadline) -> Move | int | str:
        self.agent.random = self.random
        return self.agent.choose(seen_in(self._plain, view) if self._plain else view, deadline)

    def _read(self, view: CatanView) -> Situation:
        return Situation(view, self._board_values)

    def explain(self) -> Explanation | None:
        """Return the reason for the last choice, from the agent or the negotiator."""
        if self._choice is None:
            return self.agent.explain()
        return self._choice.explanation

    def public_reason(self) -> str | None:
        """Return what may be said about the last choice during play."""
        if isinstance(self._choice, Verdict):
            return self._choice.public_reason
        if self._asked is None or _kind(self._answer) == MoveKind.NONE:
            return None
        return public_reason(self._asked, CatanMove.of(self._answer))

    def hear(self, event: Event) -> None:
        """Pass the event on to the agent and the negotiator, if they listen."""
        if self.agent.listens:
            self.agent.hear(event)
        if self.negotiator.listens:
            self.negotiator.hear(event)

    def say(self, view: View) -> Sequence[str]:
        """Return the agent's statements, then the negotiator's."""
        assert isinstance(view, CatanView)
        lines: list[str] = []
        if self.agent.speaks:
            self.agent.random = self.random
            lines += self.agent.say(view)
        if self.negotiator.speaks and self.negotiator.has_to_say(view):
            lines += self.negotiator.say(view, self._read(view), self.forecasts)
        return lines

    def consider(self, view: View, seat: int, deal: str) -> bool:
        """Return whether the negotiator takes the deal that another seat proposes."""
        assert isinstance(view, CatanView)
        verdict = self.negotiator.judge(view, self._read(view), self.forecasts, seat, own_side(deal))
        self._choice = verdict
        return verdict.takes

    def set_budget(self, part: float) -> None:
        """Let the agent think with this part of its usual budget."""
        self.agent.set_budget(part)

    def close(self) -> None:
        """Let the agent leave the table."""
        self.agent.close()


def _kind(answer: Move | int | str) -> MoveKind:
    """Return the kind of a move; NONE if the answer is no move, which the table will find out."""
    try:
        return CatanMove.of(answer).kind
    except (TypeError, ValueError):
        return MoveKind.NONE


def without_trade(game: Catan) -> Catan:
    """Return the same game without trade between players.

    >>> without_trade(Catan(rules="jsettlers", seed=1)).rules.player_trade
    False
    """
    if not game.rules.player_trade:
        return game
    return Catan(rules=game.rules.replace(player_trade=False), board=game.board).sealed()


def seen_in(game: Catan, view: CatanView) -> CatanView:
    """Return the same view in this game without trade between players; no offer may be open."""
    return view.replace(game=game, offers_made=0)


def without_offers(view: CatanView) -> CatanView:
    """Return the same view, but as if its seat had made all the offers it may in this turn."""
    return view.replace(offers_made=view.game.rules.offers_per_turn)

"""The haggler: the greedy agent, which asks for as much as its model of the others says they would give."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import SoonestBuild
from catanlab.agents.negotiation.haggle import (
    Counters,
    Haggle,
    LeastChance,
    LeastGain,
    Model,
    MostOffers,
    Patience,
)
from catanlab.agents.players.greedy.agent import Greedy
from catanlab.agents.players.greedy.goals import Goal
from catanlab.framework.game import Game
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import Deal
from catanlab.games.catan.view.view import CatanView


class Haggler(Greedy):
    """Plays as `greedy` and trades by `haggle`, with the value of its goals.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "haggler"

    def __init__(
        self,
        *,
        model: Model = "learned",
        least_chance: LeastChance = 0.5,
        least_gain: LeastGain = 0.03,
        most_offers: MostOffers = 3,
        patience: Patience = 3,
        counters: Counters = True,
    ) -> None:
        super().__init__(offers=True)
        self.model = model
        self.least_chance = least_chance
        self.least_gain = least_gain
        self.most_offers = most_offers
        self.patience = patience
        self.counters = counters
        self.negotiator = Haggle(
            model=model,
            least_chance=least_chance,
            least_gain=least_gain,
            most_offers=most_offers,
            patience=patience,
            counters=counters,
        )
        self.negotiator.appraiser = self
        self._forecasts = SeatForecasts(SoonestBuild())

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Study the board; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        assert isinstance(game, Catan)
        self.negotiator.start(game.rules, seat)

    def make_offer(self, view: CatanView, situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
        """Return the offer that promises most, or None."""
        return self.negotiator.offer(view, situation, self._forecasts)

    def answer(self, view: CatanView, situation: Situation) -> Choice:
        """Answer an offer as the negotiator does."""
        return self.negotiator.answer(view, situation, self._forecasts)

    def settle(self, view: CatanView, situation: Situation) -> Choice:
        """Choose among the answers as the negotiator does."""
        return self.negotiator.settle(view, situation, self._forecasts)

    def judge(self, view: CatanView, situation: Situation, seat: int, deal: Deal) -> Verdict:
        """Judge a proposal as the negotiator does."""
        return self.negotiator.judge(view, situation, self._forecasts, seat, deal)

"""The rule of the greedy agent as a model of acceptance: a deal must improve the seat's best goal."""

from __future__ import annotations

from catanlab.agents.base.card_counts import covers
from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.agents.players.greedy.goals import Goal, Survey, goals, survey_sites
from catanlab.agents.players.greedy.trade import GAIN, GOALS_WEIGHED, gain_by, is_fit
from catanlab.games.catan.moves import Counts, Deal
from catanlab.games.catan.view.view import CatanView


class GreedyAcceptance(AcceptanceModel):
    """Takes every seat for a greedy agent."""

    name = "greedy"
    summary = "the rule of the greedy agent: it improves the seat's best goal"

    def look(self, view: CatanView) -> None:
        """Forget the goals of the last position."""
        self._surveys: dict[int, Survey] = {}
        self._goals: dict[tuple[int, Counts], list[Goal]] = {}

    def inclination(self, seat: int, deal: Deal) -> float:
        """Return 1 if a greedy agent with the likeliest hand accepts."""
        situation = self.situation(seat)
        if not is_fit(situation, self.view.seat):
            return 0.0
        hand = self.likely_hands(seat)[0].cards
        situation.hand = hand if covers(hand, deal.give) else self.likeliest_hand(seat, deal.give)
        key = seat, situation.hand
        if key not in self._goals:
            if seat not in self._surveys:
                self._surveys[seat] = survey_sites(situation)
            self._goals[key] = goals(situation, self._surveys[seat])[:GOALS_WEIGHED]
        return float(gain_by(situation, self._goals[key], deal.get, deal.give) >= GAIN)

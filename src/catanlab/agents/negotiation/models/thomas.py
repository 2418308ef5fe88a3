"""Thomas' rule as a model: a seat accepts what brings its aim nearer, from whom is not about to win."""

from __future__ import annotations

from catanlab.agents.base.card_counts import exchanged
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.agents.negotiation.acceptance import collide, is_near_winning
from catanlab.agents.negotiation.models.assumed_hands import AssumedHands
from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Deal
from catanlab.games.catan.view.view import CatanView

THRESHOLD = 25
"""Thomas: no deals with a seat that could win in fewer rolls."""


class Thomas(AcceptanceModel):
    """Takes every seat for one that trades as `batna`, towards the plan of `thomas-plan`."""

    name = "batna"
    summary = "Thomas' rule: it brings the seat's aim nearer, and the partner is not about to win"

    def __init__(self) -> None:
        self._assumed = AssumedHands()
        self._forecasts = SeatForecasts(WinTimePlan(), hands=self._assumed)

    def look(self, view: CatanView) -> None:
        """Take the others to hold their likeliest hands."""
        self._assumed.assume(self)
        self._outlook = Outlook(view, self.situation(view.seat), self._forecasts)

    def inclination(self, seat: int, deal: Deal) -> float:
        """Return 1 for a deal that brings the seat's aim nearer, without an objection to the partner."""
        outlook, me = self._outlook, self.view.seat
        aim = outlook.aim(seat)
        if aim is None or is_near_winning(outlook, me, THRESHOLD) or collide(aim, outlook.aim(me)):
            return 0.0
        hand = self.likeliest_hand(seat, deal.give)
        return float(outlook.rolls(seat, exchanged(hand, deal.get, deal.give)) < outlook.rolls(seat, hand))

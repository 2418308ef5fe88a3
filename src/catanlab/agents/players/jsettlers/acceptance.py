"""The rule of JSettlers' robots as a model of acceptance: any deal that brings the first piece nearer."""

from __future__ import annotations

from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.jsettlers import JSettlers
from catanlab.agents.negotiation.models.assumed_hands import AssumedHands
from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.agents.negotiation.opponent_plans import OpponentPlans
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.agents.players.jsettlers.agent import CUT_AT
from catanlab.agents.players.jsettlers.committed_plan import CommittedPlan
from catanlab.agents.players.jsettlers.smart import Smart
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import Deal
from catanlab.games.catan.view.view import CatanView


class _PlanOfOthers(CommittedPlan):
    """The slips of the robots' planning, without a plan of the own seat: it is not a robot."""

    def is_binding(self, forecasts: SeatForecasts) -> bool:
        """Return that there is no plan to keep to."""
        return False


class JSettlersAcceptance(AcceptanceModel):
    """Takes every seat for a SMART robot, which looks only at the time to its first planned piece.

    The robot refuses if the partner could win within 25 rolls, if both race for the same spot, or if it has
    no plan.
    """

    name = "jsettlers"
    summary = "the rule of JSettlers' robots: it brings the first planned piece nearer"

    def __init__(self) -> None:
        self._assumed = AssumedHands()
        self._forecasts = SeatForecasts(
            Smart(),
            hands=self._assumed,
            plan=_PlanOfOthers(Smart(), point_slip=True),
            jsettlers=True,
            cut_at=CUT_AT,
            ships=True,
        )
        self._robot = JSettlers()

    def look(self, view: CatanView) -> None:
        """Take the others to hold their likeliest hands."""
        self._assumed.assume(self)
        self._robot.opponent_plans = OpponentPlans()
        self._outlook = Outlook(view, self.situation(view.seat), self._forecasts)

    def inclination(self, seat: int, deal: Deal) -> float:
        """Return 1 if the robot accepts."""
        answer = self._robot.considers(self._outlook, self.view.seat, seat, deal)
        return float(answer == c.ACCEPT)

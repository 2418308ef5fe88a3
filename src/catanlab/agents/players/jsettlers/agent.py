"""The robots of JSettlers, re-created from their formulas; each quirk is an option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.opening_road import road_by_numbers
from catanlab.agents.decisions.options import DecisionOptions
from catanlab.agents.estimates.jsettlers_hands import JSettlersHands
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.players.jsettlers.committed_plan import CommittedPlan, PlanningStrategy
from catanlab.agents.players.jsettlers.fast import Fast
from catanlab.agents.players.jsettlers.smart import Smart
from catanlab.agents.players.jsettlers.stale_win_times import StaleWinTimes
from catanlab.agents.players.planner import Planner
from catanlab.framework.arguments import real_number, whole_number
from catanlab.games.catan.view.view import CatanView

CUT_AT = 40
"""The most rolls that JSettlers estimates for one build."""

Ships = Annotated[bool, "quirk: a ship is among the things to build in every sum of building speeds"]
Rarest = Annotated[bool, "quirk: of cards that are left over the rarest are discarded first"]
CutOff = Annotated[bool, "quirk: estimates of the opening stop at the cut-offs of the robot"]
Hoard = Annotated[bool, "keep knights until they are enough for Largest Army"]
CutAt = Annotated[int, "quirk: the most rolls that one thing, and all after it, is said to take; 0: any"]


class JSettlers(Planner):
    """The base class of both robots."""

    def __init__(
        self,
        strategy: PlanningStrategy,
        *,
        ships: bool,
        rarest_discarded: bool,
        opening_cut_off: bool,
        hoard_knights: bool,
        cut_at: int,
        aware: bool = True,
    ) -> None:
        whole_number("cut_at", cut_at, 0, 1000)
        options = {"jsettlers": True, "cut_at": cut_at, "ships": ships, "aware": aware}
        forecasts = SeatForecasts(
            strategy,
            hands=JSettlersHands(),
            win_times=None if aware else StaleWinTimes(**options),
            plan=CommittedPlan(strategy, point_slip=aware),
            **options,
        )
        decision_options = DecisionOptions(
            opening={"cut_off": opening_cut_off},
            discard={"rarest_first": rarest_discarded},
            knight={"hoard": hoard_knights},
            robber={"only_if_it_slows": False, "ships": ships, "cut_at": cut_at or None},
            road_building={"two_roads": True},
        )
        super().__init__(forecasts, decision_options)

    def aims(self, view: CatanView, situation: Situation) -> Sequence[Aim]:
        """Return the plan, and what else could be built.

        If there is no plan and the hand is over the limit in the own turn, these are the aims of Thomas'
        plan: the robot itself would wait for ever.
        """
        if situation.on_turn == situation.me:
            return super().aims(view, situation)
        self.forecasts.look(view)
        return self.forecasts.aims(situation.me)

    def _card(self, view: CatanView, situation: Situation, aims: Sequence[Aim]) -> Choice | None:
        """Return a progress card that serves the plan; None without a plan."""
        return super()._card(view, situation, aims) if aims else None

    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        """Place the road of the set-up towards the best numbers and ports."""
        return road_by_numbers(view, situation, self.random)


class JSettlersSmart(JSettlers):
    """The robot that weighs what each piece does to everybody's time to win.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "jsettlers-smart"

    def __init__(
        self,
        *,
        eta_bonus_factor: Annotated[float, "discount for each roll of waiting"] = 0.13,
        adversarial_factor: Annotated[float, "weight of the times of players who do not lead"] = 1.0,
        leader_adversarial_factor: Annotated[float, "weight of the times of those who lead"] = 1.0,
        dev_card_multiplier: Annotated[float, "worth of the other development cards"] = 3.0,
        ship_discount: Annotated[bool, "quirk: roads are discounted by the rolls for a ship"] = True,
        only_gains: Annotated[bool, "quirk: a city or road that scores nothing is not aimed at"] = True,
        ships: Ships = True,
        rarest_discarded: Rarest = True,
        opening_cut_off: CutOff = True,
        hoard_knights: Hoard = True,
        cut_at: CutAt = CUT_AT,
    ) -> None:
        super().__init__(
            Smart(
                eta_bonus=real_number("eta_bonus_factor", eta_bonus_factor, 0, 1000),
                adversarial=real_number("adversarial_factor", adversarial_factor, 0, 1000),
                leader_adversarial=real_number(
                    "leader_adversarial_factor", leader_adversarial_factor, 0, 1000
                ),
                card_bonus=real_number("dev_card_multiplier", dev_card_multiplier, -1000, 1000),
                ship_discount=ship_discount,
                only_gains=only_gains,
            ),
            ships=ships,
            rarest_discarded=rarest_discarded,
            opening_cut_off=opening_cut_off,
            hoard_knights=hoard_knights,
            cut_at=cut_at,
        )


class JSettlersFast(JSettlers):
    """The robot that builds whatever can be had soonest.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "jsettlers-fast"

    def __init__(
        self,
        *,
        idle_with_army: Annotated[
            bool, "quirk: with Largest Army from five points on only what can be paid at once is built"
        ] = True,
        aware: Annotated[
            bool, "estimate times to win at any time; as a quirk the robot does when it moves the robber"
        ] = False,
        ships: Ships = True,
        rarest_discarded: Rarest = True,
        opening_cut_off: CutOff = True,
        hoard_knights: Hoard = True,
        cut_at: CutAt = CUT_AT,
    ) -> None:
        super().__init__(
            Fast(idle_with_army=idle_with_army),
            ships=ships,
            rarest_discarded=rarest_discarded,
            opening_cut_off=opening_cut_off,
            hoard_knights=hoard_knights,
            cut_at=cut_at,
            aware=aware,
        )

"""Thomas' agents: the first builds what it can have soonest, the second plans for the time to win."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.opening import place_settlement
from catanlab.agents.decisions.opening_road import road_by_speed
from catanlab.agents.decisions.options import DecisionOptions
from catanlab.agents.estimates.build_time import KIND_NAMES, BuildTimes
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import SoonestBuild
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.agents.players.planner import Planner
from catanlab.framework.arguments import real_number, whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import Move
from catanlab.games.catan.view.view import CatanView
from catanlab.playout.group_weights import group_weights

Accurate = Annotated[bool, "count all cards of a roll when estimating time, which is slower"]
OpeningWeights = Annotated[
    str | None, "weights of the estimates in the set-up: road*2+settlement*2+city*1+card*1; others are 1"
]

LEVELS: dict[int, tuple[float, float, bool]] = {
    1: (1000.0, 0.0, False),
    2: (3.0, 0.04, False),
    3: (3.0, 0.13, False),
    4: (3.0, 1.0, False),
    5: (3.0, 0.13, True),
}
"""For each level of skill: utility of the other cards, discount rate, and whether it spends."""

DECISIONS = DecisionOptions(
    discard={"rarest_first": False, "whole": True},
    knight={"hoard": False},
    monopoly={"expected": True, "completing": True, "whole": True},
    plenty={"exactly": False, "whole": True},
    bank={"bet_on_easier": False, "whole": True},
)
"""All decisions consider the whole aim, including its roads."""

MAX_WEIGHT = 100
"""The greatest weight of an estimate."""
NEAR_LIMIT = 3
"""A hand with more cards than the limit minus this is spent, because the next seven may take half of it."""


class Thomas(Planner):
    """What Thomas' agents have in common."""

    def __init__(
        self,
        forecasts: SeatForecasts,
        decision_options: DecisionOptions,
        opening_weights: str | None,
    ) -> None:
        super().__init__(forecasts, decision_options)
        self._opening_weights = None if opening_weights is None else read_weights(opening_weights)

    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        """Place a settlement where building goes fastest, by the weights of the estimates."""
        return place_settlement(view, situation, self._opening_times())

    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        """Lay the road of the set-up towards the spot from which building goes fastest."""
        return road_by_speed(view, situation, self._opening_times(), self.random)

    def _opening_times(self) -> BuildTimes:
        usual = self.forecasts.estimates.build_times
        if self._opening_weights is None:
            return usual
        return BuildTimes(accurate=usual.several, weights=self._opening_weights)


def read_weights(text: str) -> tuple[int, ...]:
    """Return the weights of the estimates for road, settlement, city and card; raises ArgumentError.

    >>> read_weights("road*2+settlement*2")
    (2, 2, 1, 1)
    """
    weights = group_weights(text, BuildKinds)
    if not any(weights) or not all(weight == int(weight) <= MAX_WEIGHT for weight in weights):
        raise ArgumentError(
            f"the weights are {text!r}; allowed are integers from 0 to {MAX_WEIGHT}, and not 0 for all"
        )
    return tuple(int(weight) for weight in weights)


class BuildKinds(Move):
    """The kinds of builds that have an estimate, as groups that can have weights."""

    groups = KIND_NAMES


class ThomasFirst(Thomas):
    """Builds what takes the least time; of equals what speeds up building most.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "thomas-first"

    def __init__(
        self,
        *,
        awards_from: Annotated[int, "points from which Longest Road and Largest Army are aimed at"] = 4,
        accurate: Accurate = False,
        opening_weights: OpeningWeights = None,
    ) -> None:
        first = SoonestBuild(whole_number("awards_from", awards_from, 0, 10))
        super().__init__(SeatForecasts(first, accurate=accurate), DECISIONS, opening_weights)


class ThomasPlan(Thomas):
    """Builds what shortens its own time to win and lengthens that of the others most.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "thomas-plan"

    def __init__(
        self,
        *,
        own: Annotated[float, "weight of the own time to win"] = 1.0,
        others: Annotated[
            float, "weight of the others' times to win: the larger, the more aggressive"
        ] = 1.0,
        level: Annotated[int, "skill from 1 to 5: it sets u and d; below 5 nothing is spent"] = 5,
        u: Annotated[float | None, "utility of a card that is neither knight nor point"] = None,
        d: Annotated[float | None, "rate by which utility is discounted for each roll of waiting"] = None,
        spend: Annotated[
            bool,
            "build something else of use while the aim must wait, if it does not matter or cards get many",
        ] = True,
        space: Annotated[float, "utility of each free edge that a road opens, up to three on"] = 0.0,
        ahead: Annotated[bool, "look two builds ahead, which takes about eight times as long"] = False,
        accurate: Accurate = False,
        opening_weights: OpeningWeights = None,
    ) -> None:
        usual = LEVELS[whole_number("level", level, 1, 5)]
        spends = spend and usual[2]
        plan = WinTimePlan(
            own=real_number("own", own, 0, 1000),
            others=real_number("others", others, 0, 1000),
            misc=usual[0] if u is None else real_number("u", u, -1000, 1000),
            discount=usual[1] if d is None else real_number("d", d, 0, 1000),
            space=real_number("space", space, 0, 1000),
            ahead=ahead,
        )
        options = replace(DECISIONS, spends_near_limit=NEAR_LIMIT) if spends else DECISIONS
        super().__init__(SeatForecasts(plan, accurate=accurate), options, opening_weights)

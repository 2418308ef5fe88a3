"""What the greedy agent could build next: each goal with its cost, value and the rolls until it is paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from catanlab.agents.base.aim import COSTS
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.estimates.quick_build_time import rolls_until
from catanlab.agents.players.greedy.paths import Spot, spots, way_to_longest_road
from catanlab.agents.players.greedy.worth import growth
from catanlab.games.catan import constants as c
from catanlab.games.catan.position import members
from catanlab.games.catan.view.view import CatanView

ROAD, SETTLEMENT, CITY, CARD = (COSTS[kind] for kind in ("road", "settlement", "city", "card"))

POINTS_PER_GROWTH = 7.0
"""How many points a unit of `growth` is worth at the beginning of a game; it falls to 0 at its end."""
ADDED_ROLLS = 5.0
"""Rolls added to every wait, so that goals that can be paid at once do not beat all others."""
WINNING_FACTOR = 20.0
"""The factor for a goal that wins the game."""
ROBBERY_POINTS = 0.25
"""The points that a robbery by a knight is worth; other progress cards count twice that."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to build: the roads first, then the thing itself."""

    kind: Literal["city", "settlement", "card", "longest road"]
    need: Counts
    value: float
    rolls: float
    node: int = -1
    roads: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The goal in words."""
        if self.kind == "card":
            return "a development card"
        if self.kind == "longest road":
            return "Longest Road"
        return f"a {self.kind} at node {self.node}"


@dataclass(frozen=True)
class Survey:
    """The places where the seat could build; they change only when somebody builds."""

    city: tuple[float, int] | None
    """The settlement that gains most as a city: its gain, and its node."""
    sites: tuple[tuple[float, Spot], ...]
    """The spots for a settlement within reach, each with its gain."""
    highway: tuple[int, ...] | None
    """The roads that would bring Longest Road."""


def survey(view: CatanView, situation: Situation) -> Survey:
    """Find the places where the seat could build."""
    return replace(survey_sites(situation), highway=way_to_longest_road(view, situation))


def survey_sites(situation: Situation) -> Survey:
    """Find the places for cities and settlements only."""
    board_values, rates, ratios = situation.board_values, situation.rates, situation.ratios
    towns = members(situation.settlements[situation.me])
    return Survey(
        city=max(((growth(board_values, node, rates, ratios), node) for node in towns), default=None),
        sites=tuple((growth(board_values, spot.node, rates, ratios), spot) for spot in spots(situation)),
        highway=None,
    )


def goals(situation: Situation, surveyed: Survey) -> list[Goal]:
    """Return all goals, the best first."""
    candidates = []
    if surveyed.city and situation.cities_left:
        gain, node = surveyed.city
        candidates.append(_goal(situation, "city", CITY, 1.0, gain, node))
    if situation.settlements_left:
        for gain, spot in surveyed.sites:
            if len(spot.roads) <= situation.roads_left:
                need = _plus_roads(SETTLEMENT, len(spot.roads))
                candidates.append(_goal(situation, "settlement", need, 1.0, gain, spot.node, spot.roads))
    if situation.deck_size:
        candidates.append(_goal(situation, "card", CARD, card_points(situation), 0.0))
    if surveyed.highway:
        need = _plus_roads((0,) * 5, len(surveyed.highway))
        candidates.append(_goal(situation, "longest road", need, 2.0, 0.0, -1, surveyed.highway))
    return sorted(candidates, key=lambda goal: -goal.value)


def card_points(situation: Situation) -> float:
    """Return the expected value of the next development card in points."""
    unseen = situation.unseen_cards
    total = sum(unseen) or 1
    return (
        unseen[c.VICTORY_POINT]
        + unseen[c.KNIGHT] * (ROBBERY_POINTS + army_points(situation))
        + (unseen[c.ROAD_BUILDING] + unseen[c.YEAR_OF_PLENTY] + unseen[c.MONOPOLY]) * 2 * ROBBERY_POINTS
    ) / total


def army_points(situation: Situation) -> float:
    """Return the value of one more knight towards Largest Army in points."""
    lacking = situation.knights_lacking - situation.cards[c.KNIGHT]
    return c.AWARD_POINTS / lacking if 1 <= lacking <= 3 else 0.0


def rate_goals(chosen: Iterable[Goal], situation: Situation, hand: Sequence[int]) -> float:
    """Return the value of the best of these goals with another hand, such as after a trade."""
    return max((_value_now(goal, situation, hand) for goal in chosen), default=0.0)


def _value_now(goal: Goal, situation: Situation, hand: Sequence[int]) -> float:
    rolls = rolls_until(goal.need, hand, situation.rates, situation.ratios)
    return goal.value * (goal.rolls + ADDED_ROLLS) / (rolls + ADDED_ROLLS)


def _plus_roads(cost: Sequence[int], roads: int) -> Counts:
    wood, clay, sheep, wheat, ore = cost
    return wood + roads, clay + roads, sheep, wheat, ore


def _goal(
    situation: Situation,
    kind: Literal["city", "settlement", "card", "longest road"],
    need: Counts,
    points: float,
    gain: float,
    node: int = -1,
    roads: tuple[int, ...] = (),
) -> Goal:
    rolls = rolls_until(need, situation.hand, situation.rates, situation.ratios)
    left = max(0.0, 1.0 - situation.points / situation.target)
    value = (points + POINTS_PER_GROWTH * left * gain) / (rolls + ADDED_ROLLS)
    if situation.points + points >= situation.target:
        value *= WINNING_FACTOR
    return Goal(kind, need, value, rolls, node, roads)

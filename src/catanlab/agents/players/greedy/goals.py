"""What to build next: every candidate with its cost, its gain, and how soon it can be paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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

GROWTH = 7.0
"""Points that a unit of worth counts for at the beginning of a game, and less and less towards its end."""
PATIENCE = 5.0
"""Rolls added to every wait, so that what can be had at once does not beat everything."""
WIN = 20.0
"""How much more a goal counts that wins the game."""
ROB = 0.25
"""What a knight is worth by itself, and another card of progress, in points."""


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
    """What the roads and buildings allow; it changes only when somebody builds."""

    city: tuple[float, int] | None
    """The settlement that most deserves to be a city: what it adds, and its node."""
    sites: tuple[tuple[float, Spot], ...]
    """The spots for a settlement within reach, each with what it would add."""
    highway: tuple[int, ...] | None
    """The roads that would bring Longest Road."""


def survey(view: CatanView, situation: Situation) -> Survey:
    """Look over the board."""
    board_values, rates, ratios = situation.board_values, situation.rates, situation.ratios
    towns = members(situation.settlements[situation.me])
    return Survey(
        city=max(((growth(board_values, node, rates, ratios), node) for node in towns), default=None),
        sites=tuple((growth(board_values, spot.node, rates, ratios), spot) for spot in spots(situation)),
        highway=way_to_longest_road(view, situation),
    )


def goals(situation: Situation, surveyed: Survey) -> list[Goal]:
    """Return what could be built, the best first."""
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
    """Return what the next development card is worth, in points."""
    unseen = situation.unseen_cards
    total = sum(unseen) or 1
    return (
        unseen[c.VICTORY_POINT]
        + unseen[c.KNIGHT] * (ROB + army_points(situation))
        + (unseen[c.ROAD_BUILDING] + unseen[c.YEAR_OF_PLENTY] + unseen[c.MONOPOLY]) * 2 * ROB
    ) / total


def army_points(situation: Situation) -> float:
    """Return what one more knight brings me towards Largest Army, in points."""
    lacking = situation.knights_lacking - situation.cards[c.KNIGHT]
    return c.AWARD_POINTS / lacking if 1 <= lacking <= 3 else 0.0


def rate_goals(chosen: Iterable[Goal], situation: Situation, hand: Sequence[int]) -> float:
    """Return the value of the best of these goals for another hand: what a trade would make of it."""
    return max((_value_now(goal, situation, hand) for goal in chosen), default=0.0)


def _value_now(goal: Goal, situation: Situation, hand: Sequence[int]) -> float:
    rolls = rolls_until(goal.need, hand, situation.rates, situation.ratios)
    return goal.value * (goal.rolls + PATIENCE) / (rolls + PATIENCE)


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
    value = (points + GROWTH * left * gain) / (rolls + PATIENCE)
    if situation.points + points >= situation.target:
        value *= WIN
    return Goal(kind, need, value, rolls, node, roads)

"""Tuma's second strategy (5.3.2), to develop more than to grow: cities and development cards."""

from __future__ import annotations

from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.goals import Goal
from catanlab.agents.players.strategies.strategist import Strategist


class OreGrain(Strategist):
    """Settles at ore and wheat, then builds cities and buys cards, with Largest Army in view.

    It wants a settlement when all those it has are cities: the next city needs one.
    """

    name = "ore-grain"
    taste = (0.4, 0.4, 0.8, 1.6, 2.0)
    plan = "cities and cards"

    def wants(self, situation: Situation, goal: Goal) -> bool:
        if goal.kind == "settlement":
            return not situation.settlements[situation.me] and situation.cities_left > 0
        return goal.kind in ("city", "card")

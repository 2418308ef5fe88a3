"""Tuma's first strategy (5.3.1), to expand early: roads and settlements."""

from __future__ import annotations

from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.goals import Goal
from catanlab.agents.players.strategies.strategist import Strategist


class WoodClay(Strategist):
    """Settles at wood and clay, then builds roads and settlements; from half the points to win anything.

    Before that it makes other builds if no settlement can be built.
    """

    name = "wood-clay"
    taste = (1.8, 2.0, 1.0, 1.0, 0.4)
    plan = "roads and settlements"

    def wants(self, situation: Situation, goal: Goal) -> bool:
        return goal.kind == "settlement" or 2 * situation.points >= situation.target

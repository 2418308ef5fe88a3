"""The base class of both strategies: weights of resources in the set-up, then their own builds first."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.agent import Greedy
from catanlab.agents.players.greedy.goals import Goal
from catanlab.agents.players.strategies.opening import Taste, describe_place, rate_place, rate_way
from catanlab.games.catan import constants as c
from catanlab.games.catan.view.view import CatanView


class Strategist(Greedy):
    """A greedy player that prefers the builds of its strategy; it makes others if they cost no time.

    If the strategy has nothing left to build, or something else wins the game, it builds that.
    """

    taste: ClassVar[Taste]
    """The weight of a pip of each resource in the set-up."""
    plan: ClassVar[str]
    """The strategy in a few words."""

    @abstractmethod
    def wants(self, situation: Situation, goal: Goal) -> bool:
        """Return whether a goal belongs to the strategy now."""

    def rank(self, situation: Situation, found: list[Goal]) -> list[Goal]:
        """Return first what wins the game, then what the strategy wants, then the rest."""
        return sorted(found, key=lambda goal: (not _wins(situation, goal), not self.wants(situation, goal)))

    def decide(self, view: CatanView, situation: Situation) -> Choice:
        """Return the choice for the phase, with the strategy behind it."""
        choice = super().decide(view, situation)
        return choice._replace(data={"strategy": self.plan, **choice.data})

    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        board_values = situation.board_values
        move = self.best(
            view.legal_moves,
            lambda move: rate_place(board_values, move.argument, self.taste, situation.rates),
        )
        place = describe_place(board_values, move.argument)
        return Choice(move, f"for {self.plan} it is the best open node: it borders {place}")

    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        move = self.best(view.legal_moves, lambda move: rate_way(situation, move.argument, self.taste))
        return Choice(move, f"it leads towards the best open node for {self.plan}")


def _wins(situation: Situation, goal: Goal) -> bool:
    """Return whether a goal surely brings the points that are missing."""
    sure = {"city": 1, "settlement": 1, "longest road": c.AWARD_POINTS}.get(goal.kind, 0)
    return sure > 0 and situation.points + sure >= situation.target

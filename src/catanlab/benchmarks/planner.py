"""The speed of planning: how long a planner that trades takes to decide, and how fast whole games are.

Four such planners play at a table with player trade, in one process and on one core. A decision is a call
of the agent's `choose`, which is given its view; a game is everything from making its board and its agents
to its end. Both are CPU time over all games: with fixed seeds every run plays the same games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

import numpy as np

from catanlab.agents.registry import make_agent
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.table.agent import Agent
from catanlab.table.clock import Deadline
from catanlab.table.table import Table

PLANNER = "thomas-trade"


@dataclass(frozen=True, kw_only=True)
class PlannerEffort:
    """How many games are played in each round, and in how many of them."""

    rounds: int = 5
    games: int = 8


def measure_planner(
    effort: PlannerEffort | None = None, progress: Callable[[int, int], None] | None = None
) -> dict[str, float]:
    """Measure, and return the results under the names that `catanlab bench --json` prints.

    >>> sorted(measure_planner(PlannerEffort(rounds=1, games=1)))
    ['planner_games_per_s', 'planner_ms_mean', 'planner_ms_p99']

    `progress` is called with the rounds done and all rounds.
    """
    effort = effort or PlannerEffort()
    decisions: list[float] = []
    played = effort.rounds * effort.games
    play_timed(played, [])  # it warms up
    spent = 0.0
    for number in range(effort.rounds):
        start = process_time()
        for seed in range(number * effort.games, (number + 1) * effort.games):
            play_timed(seed, decisions)
        spent += process_time() - start
        if progress:
            progress(number + 1, effort.rounds)
    milliseconds = np.array(decisions) * 1e3
    return {
        "planner_ms_mean": float(milliseconds.mean()),
        "planner_ms_p99": float(np.quantile(milliseconds, 0.99)),
        "planner_games_per_s": played / spent,
    }


def play_timed(seed: int, decisions: list[float], spec: str = PLANNER, *, real: bool = False) -> Table:
    """Play a game, add the seconds of each decision, and return the table.

    With `real` only decisions with more than one move count.
    """
    game = Catan(rules=Rules.trading(), seed=seed)
    agents = [_Timed(make_agent(spec), decisions, real) for _ in range(game.seats)]
    table = Table(game, agents, seed=seed)
    table.play()
    return table


class _Timed(Agent):
    """An agent that neither hears nor speaks, with the seconds of its decisions."""

    def __init__(self, agent: Agent, decisions: list[float], real: bool) -> None:
        self.agent = agent
        self.name = agent.name
        self.decisions = decisions
        self.real = real

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Let the agent take the seat."""
        super().start(game, seat, random)
        self.agent.start(game, seat, random)

    def choose(self, view: View, deadline: Deadline) -> Move | int | str:
        """Let the agent choose, with a look at the clock before and after."""
        self.agent.random = self.random
        start = process_time()
        move = self.agent.choose(view, deadline)
        spent = process_time() - start
        if not self.real or len(view.legal_moves) > 1:
            self.decisions.append(spent)
        return move

    def close(self) -> None:
        """Let the agent leave."""
        self.agent.close()

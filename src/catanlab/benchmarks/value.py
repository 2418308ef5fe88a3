"""The speed of the evaluation: positions valued in a second, and whole games of the policy that uses it.

Leaves are all positions to which the listed moves of a decision lead, each made and valued, over
decisions of whole games with more than one move. Games are those of four such policies in a native match.
Both are CPU time on one core; the median of the rounds counts. So is the mean time of a decision of
`expectimax` with more than one move, offers and answers included, in games of four of them with trade.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean, median
from time import process_time

import numpy as np

from catanlab.agents.value.one_ply import OnePly
from catanlab.benchmarks.planner import play_timed
from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.playout.games import NativeMatch

GROUPS = 32
"""The columns in which a native match counts groups of moves."""
MAX_TURNS = 1000
SEARCHER = "expectimax"


@dataclass(frozen=True, kw_only=True)
class ValueEffort:
    """How often the decisions of a game are valued and how many games are played in each round.

    `searched` games of agents that search are played in all.
    """

    rounds: int = 5
    times: int = 60
    games: int = 60
    searched: int = 2


def measure_value(
    effort: ValueEffort | None = None, progress: Callable[[int, int], None] | None = None
) -> dict[str, float]:
    """Measure, and return the results under the names that `catanlab bench --json` prints.

    >>> sorted(measure_value(ValueEffort(rounds=1, times=1, games=1, searched=1)))
    ['evaluator_leaves_per_s', 'expectimax_ms_mean', 'native_policy_games_per_s']

    `progress` is called with the rounds done and all rounds.
    """
    effort = effort or ValueEffort()
    policy = OnePly()
    leaves: list[float] = []
    games: list[float] = []
    for number in range(effort.rounds + 1):
        states = decisions(policy, number)
        start = process_time()
        count = sum(policy.count_leaves(state, effort.times) for state in states)
        valued = process_time()
        play(policy, effort.games, number)
        ended = process_time()
        if number:  # the first round warms up
            leaves.append(count / (valued - start))
            games.append(effort.games / (ended - valued))
            if progress:
                progress(number, effort.rounds)
    seconds: list[float] = []
    for seed in range(effort.searched):
        play_timed(seed, seconds, SEARCHER, real=True)
    return {
        "evaluator_leaves_per_s": median(leaves),
        "native_policy_games_per_s": median(games),
        "expectimax_ms_mean": 1e3 * mean(seconds),
    }


def decisions(policy: OnePly, seed: int) -> list[CatanState]:
    """Return the positions of a game in which a seat has more than one move."""
    random = Random(seed, "search")
    state = Catan(seed=seed).start()
    found: list[CatanState] = []
    while not state.is_over:
        if state.is_chance:
            state.apply(state.draw_outcome(random))
            continue
        if len(state.legal_moves) > 1:
            found.append(state.copy())
        state.apply(policy.pick(state, random))
    return found


def play(policy: OnePly, games: int, number: int) -> None:
    """Play games in which all seats have the policy."""
    roots = [Catan(seed=number * games + game).start() for game in range(games)]
    seats = roots[0].seats
    NativeMatch([policy]).play(
        roots,
        np.arange(number * games, (number + 1) * games, dtype=np.uint64),
        np.zeros((games, seats), np.int32),
        MAX_TURNS,
        np.zeros((games, seats)),
        np.zeros((games, seats), np.int32),
        np.zeros(games, np.int32),
        np.zeros((games, seats), np.int32),
        np.zeros((games, GROUPS), np.int32),
    )

"""The speed of the search: its simulations as a part of plain playouts from the same position.

A position in the middle of a random game is searched in each round, so that the tree meets dice, hidden
cards and short lists of moves. Before and after each search as many games are played out from it without a
tree: the ratio is to their rate. A search that plays better than chance has shorter games, which is part
of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from catanlab.agents.players.mcts.agent import Mcts
from catanlab.framework.moves import CHANCE
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.game import Catan
from catanlab.playout.games import play_out
from catanlab.playout.policies import Uniform

_POINTS = {"value": "points", "support": 9, "least": 0.2}
_CHANCE: dict[str, dict[str, Any]] = {
    "open": {"hidden": "open", "chance": "open"},
    "nodes": {"hidden": "open"},
    "grouped": {"hidden": "open", "chance": "grouped"},
}
_POLICIES: dict[str, dict[str, Any]] = {
    "uct": {"hidden": "open"},
    "bayes": {"hidden": "open", "policy": "bayes", **_POINTS},
    "vpi": {"hidden": "open", "policy": "vpi", **_POINTS},
    "vpi_sampled": {"hidden": "open", "policy": "vpi", "form": "sampled", **_POINTS},
    "thompson": {"hidden": "open", "policy": "thompson"},
}


@dataclass(frozen=True, kw_only=True)
class SearchEffort:
    """How much is measured in each round, and in how many of them."""

    rounds: int = 5
    iterations: int = 10_000
    sampled_iterations: int = 500
    plies: int = 300


def measure_search(
    effort: SearchEffort | None = None, progress: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Measure, and return the results under the names that `catanlab bench --json` prints.

    >>> results = measure_search(SearchEffort(rounds=1, iterations=20, sampled_iterations=5))
    >>> sorted(results)
    ['determinized_ratio', 'policy_overhead', 'search_threads_2_ratio', 'uct_playouts_per_s', 'uct_ratio']
    >>> sorted(results["uct_playouts_per_s"])
    ['grouped', 'nodes', 'open']

    `progress` is called with the rounds done and all rounds.
    """
    effort = effort or SearchEffort()
    rounds = []
    for seed in range(effort.rounds):
        rounds.append(_measure_round(effort, seed))
        if progress:
            progress(seed + 1, effort.rounds)

    def middle(name: str) -> float:
        return median(found[name] for found in rounds)

    return {
        "uct_playouts_per_s": {name: middle(f"{name} rate") for name in _CHANCE},
        "uct_ratio": {name: middle(name) for name in _CHANCE},
        "policy_overhead": {name: middle(name) for name in _POLICIES},
        "determinized_ratio": middle("determinized"),
        "search_threads_2_ratio": middle("two threads"),
    }


def _measure_round(effort: SearchEffort, seed: int) -> dict[str, float]:
    state, view = _position(seed, effort.plies)
    found: dict[str, float] = {}
    searches = {**_CHANCE, **_POLICIES, "determinized": {"hidden": "sets"}}
    for name, options in searches.items():
        count = effort.sampled_iterations if name == "vpi_sampled" else effort.iterations
        before = _plain_seconds(state, count // 2, 2 * seed)
        seconds = _search_seconds(view, seed, count, options)
        after = _plain_seconds(state, count - count // 2, 2 * seed + 1)
        found[name] = (before + after) / seconds
        found[f"{name} rate"] = count / seconds
    found["two threads"] = _wall_seconds(view, seed, effort, 1) / _wall_seconds(view, seed, effort, 2)
    return found


def _wall_seconds(view: View, seed: int, effort: SearchEffort, threads: int) -> float:
    """Return how long a search on this many threads takes in wall time, the better of two."""
    seconds = []
    for _ in range(2):
        start = perf_counter()
        _search_seconds(view, seed, 2 * effort.iterations, {"hidden": "open", "threads": threads})
        seconds.append(perf_counter() - start)
    return min(seconds)


def _position(seed: int, plies: int) -> tuple[State, View]:
    """Return a position of a random game with a choice, and what the seat to move knows of it."""
    game = Catan(seed=seed)
    state, random = game.start(), Random(seed, "play")
    observers = [game.observer(seat) for seat in range(game.seats)]
    while plies > 0 or state.to_move >= CHANCE or len(state.legal_moves) < 4:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        plies -= 1
    return state, observers[state.to_move].view()


def _plain_seconds(state: State, games: int, seed: int) -> float:
    returns, scores = np.zeros((games, state.seats)), np.zeros((games, state.seats), np.int32)
    turns, moves = np.zeros(games, np.int32), np.zeros(games, np.int64)
    start = process_time()
    play_out([state] * games, seed, 0, Uniform(), 0, returns, scores, turns, moves)
    return process_time() - start


def _search_seconds(view: View, seed: int, iterations: int, options: dict[str, Any]) -> float:
    agent = Mcts(iterations=iterations, **options)
    agent.random = Random(seed, "search")
    search = agent.search(view)
    start = process_time()
    search.run()
    return process_time() - start

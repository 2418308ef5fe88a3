"""Prints what the native parts of agents find, for comparing the compiled modules with their sources."""

from __future__ import annotations

import json
from typing import Any

from catanlab import Catan, Table, make_agent
from catanlab.agents.base.aim import COSTS
from catanlab.agents.estimates import build_time as spots
from catanlab.agents.estimates import estimates
from catanlab.agents.estimates import exact_build_time as exact_speed
from catanlab.agents.estimates import income as incomes
from catanlab.agents.estimates import longest_road as longest
from catanlab.agents.estimates import possible_pieces as tracker
from catanlab.agents.estimates import win_time as forecast
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income
from catanlab.agents.value import expectimax, features, net, net_search, one_ply
from catanlab.framework.random import Random
from catanlab.table.events import Played


def figures() -> Any:
    """Return openings of two boards and some waiting times, as JSON keeps them."""
    found: dict[str, Any] = {}
    for seed in (1, 2):
        board, build_times = Catan(seed=seed).board, BuildTimes()
        nodes = range(seed, 54, 2)
        found[str(seed)] = [
            spots.best_pair(board, build_times, nodes),
            spots.lone_spots(board, build_times, nodes),
            spots.lone_build_time(board, build_times, 20, cap=30),
            [spots.best_addition(board, build_times, [seed], nodes, cut_off=cut) for cut in (False, True)],
        ]
    income = Income.of({"ore": (4, 6, 8), "sheep": (6,), "wheat": (9,)}, ports=("any",))
    found["rolls"] = [exact_speed.median_rolls(income, cost) for cost in COSTS.values()]
    found["chances"] = exact_speed.chances(income, COSTS["city"], (1, 0, 0, 0, 2), rolls=12)
    found["games"] = [game(number) for number in range(2)]
    found["one-ply"] = policy_game(one_ply.OnePly(), 4)
    found["net"] = policy_game(one_ply.NetOnePly(), 4)
    found["expectimax"] = [
        policy_game(expectimax.Expectimax(width=3, nodes=6), 4),
        policy_game(expectimax.Expectimax(net=net.shipped_net(), width=2, nodes=3), 5),
    ]
    native = (spots, estimates, forecast, longest, tracker, incomes, features, net, net_search)
    modules = (*native, one_ply, expectimax)
    found["files"] = [module.__file__ for module in modules]
    return json.loads(json.dumps(found))


def game(number: int) -> list[tuple[str, dict[str, Any] | None]]:
    """Return the moves of a short game of planners, with the data of their explanations."""
    rules = ("trading", "jsettlers")[number]
    others = ("thomas-first", "jsettlers-fast")[number]
    agents = [make_agent(spec) for spec in ("thomas-trade", "jsettlers-smart", others)]
    table = Table(
        Catan(rules=f"{rules},players=3", seed=number), agents, seed=number, max_turns=8, explain=True
    )
    table.play()
    return [
        (str(event.move), None if event.explanation is None else dict(event.explanation.data))
        for event in table.events
        if isinstance(event, Played)
    ]


def policy_game(policy: one_ply.OnePly, seed: int) -> list[Any]:
    """Return the moves of a short game of a policy that evaluates positions, and values on the way."""
    state, random = Catan(rules="trading,players=3", seed=seed).start(), Random(seed)
    judge = net_search.NetEvaluation()
    found: list[Any] = []
    while state.turn < 12 and not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else policy.pick(state, random)
        found.append(str(move))
        state.apply(move)
        if len(found) % 20 == 0:
            found.append(features.features(state, 1))
            found.append([policy.evaluate(state, 1), judge.values(state)])
    return found


if __name__ == "__main__":
    print(json.dumps(figures()))

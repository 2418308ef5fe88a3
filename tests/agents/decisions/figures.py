"""Prints what the native decisions find, for comparing the compiled modules with their sources."""

import json

from catanlab import Catan
from catanlab.agents.decisions import exact_speed, spots
from catanlab.agents.planner.aim import COSTS
from catanlab.agents.planner.income import Income
from catanlab.agents.planner.speeds import Speeds


def figures():
    """Return openings of two boards and some waiting times, as JSON keeps them."""
    found = {}
    for seed in (1, 2):
        board, speeds = Catan(seed=seed).board, Speeds()
        nodes = range(seed, 54, 2)
        found[str(seed)] = [
            spots.best_pair(board, speeds, nodes),
            spots.lone_spots(board, speeds, nodes),
            spots.lone_speed(board, speeds, 20, cap=30),
            [spots.best_beside(board, speeds, [seed], nodes, cut_off=cut) for cut in (False, True)],
        ]
    income = Income.of({"ore": (4, 6, 8), "sheep": (6,), "wheat": (9,)}, ports=("any",))
    found["rolls"] = [exact_speed.median_rolls(income, cost) for cost in COSTS.values()]
    found["chances"] = exact_speed.chances(income, COSTS["city"], (1, 0, 0, 0, 2), rolls=12)
    found["files"] = [spots.__file__, exact_speed.__file__]
    return json.loads(json.dumps(found))


if __name__ == "__main__":
    print(json.dumps(figures()))

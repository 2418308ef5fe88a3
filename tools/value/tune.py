"""Tunes the weights of the linear evaluation by CMA-ES against a frozen field of the present ones.

    python -m tools.value.tune --generations 60 --games 400 --out tuned.json

A candidate plays each game against three seats with the present weights, under all four seatings of a
block; all candidates of a generation play the same boards and dice. The weights of the others are tied.
What is written is the mean of the search distribution, not the best candidate, which would be the luckiest.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cma
import numpy as np

from catanlab.agents.value.one_ply import OnePly
from catanlab.agents.value.weights import WEIGHTS, weight_list
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.playout.games import NativeMatch

SEATS = 4
MAX_TURNS = 1000
COUNTED_GROUPS = 32
"""The columns in which a native match counts groups of moves."""
OTHERS = ("next", "second", "third")
OWN = (
    "growth", "hand", "excess", "army", "knights", "road length", "longest road", "largest army", "cards",
    "knight", "road building", "year of plenty", "monopoly", "settlements left", "cities left",
    "city pace", "settlement pace", "card pace", "road pace",
    *(f"site at {roads} roads" for roads in range(4)),
)  # fmt: skip
OF_OTHERS = ("points", "growth", "hand", "cards", "army", "longest road", "site at 1 roads")
PROSPECTS = ("best", "second", "winning", "city", "settlement", "card", "longest road")


def groups() -> list[tuple[str, ...]]:
    """Return the features of each parameter; those of one group have one weight."""
    income = "{} {} income with robber"
    return [
        *((f"own {name}",) for name in OWN),
        *((f"{name} prospect",) for name in PROSPECTS),
        tuple(income.format("own", name) for name in RESOURCES),
        *(tuple(f"{seat} {name}" for seat in OTHERS) for name in OF_OTHERS),
        tuple(income.format(seat, name) for seat in OTHERS for name in RESOURCES),
    ]


def step(weight: float) -> float:
    """Return the first step of a weight."""
    return max(0.5 * abs(weight), 0.1)


def weights_at(point: np.ndarray, start: dict[str, float]) -> dict[str, float]:
    """Return the weights of a point of the search."""
    found = dict(start)
    for names, x in zip(groups(), point, strict=True):
        first = start.get(names[0], 0.0)
        found |= dict.fromkeys(names, first + step(first) * float(x))
    return found


def win_rates(candidate: OnePly, field: OnePly, rules: Rules, blocks: int, seed: int) -> np.ndarray:
    """Return the win rate of a candidate against three of the field in each block."""
    roots = [Catan(rules=rules, seed=seed + block).start() for block in range(blocks) for _ in range(SEATS)]
    seeds = np.repeat(np.arange(seed, seed + blocks, dtype=np.uint64), SEATS)
    seatings = np.tile(1 - np.eye(SEATS, dtype=np.int32), (blocks, 1))
    games = len(roots)
    returns = np.zeros((games, SEATS))
    scores, decisions = (np.zeros((games, SEATS), np.int32) for _ in range(2))
    NativeMatch([candidate, field]).play(
        roots, seeds, seatings, MAX_TURNS, returns, scores, np.zeros(games, np.int32), decisions,
        np.zeros((games, COUNTED_GROUPS), np.int32),
    )  # fmt: skip
    return returns[seatings == 0].reshape(blocks, SEATS).mean(axis=1)


def main() -> None:
    """Tune, and write the weights after every generation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--games", type=int, default=400, help="of each candidate in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to begin with, as JSON; the field keeps ours")
    options = parser.parse_args()
    start = json.loads(options.start.read_text()) if options.start else dict(WEIGHTS)
    weight_list(start)
    rules = Rules.jsettlers().replace(player_trade=False)
    field = OnePly()
    search = cma.CMAEvolutionStrategy(
        [0.0] * len(groups()), 0.4, {"seed": options.seed, "verbose": -9, "popsize": 14}
    )
    blocks, played, begun = options.games // SEATS, 0, time.process_time()
    for generation in range(options.generations):
        points = search.ask()
        seed = options.seed * 10**9 + generation * blocks
        rates = [
            win_rates(OnePly(weights_at(point, start)), field, rules, blocks, seed).mean()
            for point in points
        ]
        search.tell(points, [-rate for rate in rates])
        played += len(points) * blocks * SEATS
        found = weights_at(search.result.xfavorite, start)
        options.out.write_text(json.dumps(found, indent=1) + "\n")
        print(
            f"generation {generation + 1}: mean {np.mean(rates):.3f}, best {max(rates):.3f}, "
            f"{played:,} games, {time.process_time() - begun:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()

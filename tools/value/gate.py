"""Plays two seats with one evaluation against two with another, natively, in all six seatings of a block.

    python -m tools.value.gate net.f32 linear --blocks 667 --seed 31

An evaluation is `linear`, `net` for the net of the package, or a file that `tools.value.train` wrote. A
block is one board and seed; parity is 50 %. The interval is of 95 %, over blocks.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations
from pathlib import Path

import numpy as np
from tools.value.training_record import add_gate, command, commit

from catanlab.agents.value.net import Net, shipped_net
from catanlab.agents.value.one_ply import OnePly
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.playout.games import NativeMatch

SEATS = 4
MAX_TURNS = 1000
COUNTED_GROUPS = 32
"""The columns in which a native match counts groups of moves."""
SEATINGS = np.array(
    [[0 if seat in pair else 1 for seat in range(SEATS)] for pair in combinations(range(SEATS), 2)],
    np.int32,
)


def policy(name: str) -> OnePly:
    """Return the policy with a named evaluation."""
    if name == "linear":
        return OnePly()
    return OnePly(net=shipped_net() if name == "net" else Net(Path(name).read_bytes()))


def shares(first: OnePly, second: OnePly, blocks: int, seed: int) -> np.ndarray:
    """Return the share of games that the first evaluation wins in each block."""
    rules = Rules.jsettlers().replace(player_trade=False)
    numbers = range(seed * 10**9, seed * 10**9 + blocks)
    roots = [Catan(rules=rules, seed=number).start() for number in numbers for _ in SEATINGS]
    seeds = np.repeat(np.array(numbers, np.uint64), len(SEATINGS))
    seatings = np.tile(SEATINGS, (blocks, 1))
    games = len(roots)
    returns = np.zeros((games, SEATS))
    scores, decisions = (np.zeros((games, SEATS), np.int32) for _ in range(2))
    NativeMatch([first, second]).play(
        roots, seeds, seatings, MAX_TURNS, returns, scores, np.zeros(games, np.int32), decisions,
        np.zeros((games, COUNTED_GROUPS), np.int32),
    )  # fmt: skip
    return (returns * (seatings == 0)).sum(axis=1).reshape(blocks, len(SEATINGS)).mean(axis=1)


def main() -> None:
    """Play, and print the share with its interval."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--blocks", type=int, default=667)
    parser.add_argument(
        "--seed", type=int, required=True, help="blocks begin at a thousand million times this"
    )
    parser.add_argument(
        "--record", action="store_true", help="add the result to the record of the package's net"
    )
    options = parser.parse_args()
    if options.record and options.first != "net":
        parser.error("--record is for the net of the package, as the first of the two")
    begun = time.process_time()
    found = shares(policy(options.first), policy(options.second), options.blocks, options.seed)
    mean, error = found.mean(), found.std(ddof=1) / np.sqrt(len(found))
    result = (
        f"{mean:.1%} [{mean - 1.96 * error:.1%}, {mean + 1.96 * error:.1%}] "
        f"of {len(found) * len(SEATINGS):,} games"
    )
    print(f"{options.first} against {options.second}: {result}, {time.process_time() - begun:.0f} s of CPU")
    if options.record:
        add_gate({"command": command("gate"), "commit": commit(), "result": result})


if __name__ == "__main__":
    main()

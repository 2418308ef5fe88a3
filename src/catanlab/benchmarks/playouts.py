"""A workload for profilers: random games of Catan and nothing else.

    perf record -F 2000 .venv/bin/python -m catanlab.benchmarks.playouts
    perf report --no-children

    valgrind --tool=callgrind .venv/bin/python -m catanlab.benchmarks.playouts --games 200

`--rules` takes what `catanlab play --rules` takes.
"""

import argparse
import time

from catanlab.games.catan.text.rules import rules_from_text
from catanlab.lab.batch import play_random


def main() -> None:
    """Play the games and print how many there were in a second of CPU time."""
    parser = argparse.ArgumentParser(description="Play random games of Catan, to be profiled.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="base")
    options = parser.parse_args()
    start = time.process_time()
    batch = play_random(options.games, options.seed, rules=rules_from_text(options.rules))
    spent = time.process_time() - start
    print(batch)
    print(f"{options.games / spent:,.0f} games and {batch.moves.sum() / spent:,.0f} moves a second")


if __name__ == "__main__":
    main()

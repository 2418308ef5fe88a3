"""How fast the declared Catan plays random games, with the native one in the same run.

    .venv/bin/python -m catanlab.benchmarks.declared [--rules trading]

Both draw uniformly from the moves that are listed, in the same native loop.
"""

import argparse
import time

import numpy as np

from catanlab.framework.game import Game
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.playout.games import play_out
from catanlab.playout.policies import Uniform


def games_a_second(game: Game, count: int, seed: int) -> float:
    """Return how many random games are played in a second of CPU time."""
    seats = game.seats
    returns, scores = np.zeros((count, seats)), np.zeros((count, seats), np.int32)
    turns, moves = np.zeros(count, np.int32), np.zeros(count, np.int64)
    start = time.process_time()
    play_out([game.start()] * count, seed, 0, Uniform(), 0, returns, scores, turns, moves)
    return count / (time.process_time() - start)


def main() -> None:
    """Play the games and print how many there were in a second of CPU time."""
    parser = argparse.ArgumentParser(
        description="Play random games of the declared Catan and of the native one."
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="base")
    options = parser.parse_args()
    native = Catan(rules=rules_from_text(options.rules), seed=options.seed)
    declared = DeclaredCatan.Game(rules=native.rules, board=native.board)
    quick = games_a_second(native, 100 * options.games, options.seed)
    slow = games_a_second(declared, options.games, options.seed)
    print(f"declared {slow:.1f} games a second, native {quick:,.0f}")


if __name__ == "__main__":
    main()

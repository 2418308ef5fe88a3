"""The cost of a table without its agents: whole games of agents that take a fixed time for each move.

    python -m catanlab.benchmarks.table_cost [--games 8] [--milliseconds 1] [--rules trading] [--profile]

The agents move at random and then keep the processor busy. The rest of the processor time is the cost of
the table, observers, views, checks, outcomes and the row of the game.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from math import inf
from time import process_time

from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.play_game import play_at_table
from catanlab.table.clock import Deadline
from catanlab.table.random_agent import RandomAgent

BAR = 0.05


class Busy(RandomAgent):
    """Makes a random move, and counts for this many milliseconds of processor time."""

    thought = 0.0
    """All the time that agents of this class have thought."""
    steps_per_ms = 0

    def __init__(self, *, milliseconds: float = 1.0) -> None:
        super().__init__(by_group=True)
        if not Busy.steps_per_ms:
            Busy.steps_per_ms = calibrated()
        self.steps = int(milliseconds * Busy.steps_per_ms)

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Draw a move and count, without reading the clock, which would cost more than the counting."""
        begun = process_time()
        move = super().choose(view, deadline)
        count(self.steps)
        Busy.thought += process_time() - begun
        return move


def count(steps: int) -> None:
    """Keep the processor busy."""
    for _ in range(steps):
        pass


def calibrated() -> int:
    """Return how many steps take a millisecond, when nothing disturbs."""
    steps = 1_000_000
    best = inf
    for _ in range(10):
        begun = process_time()
        count(steps)
        best = min(best, process_time() - begun)
    return int(steps / best / 1000)


def main() -> None:
    """Print the share of the table, and its time for a decision."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--milliseconds", type=float, default=1.0)
    parser.add_argument("--rules", default="trading")
    parser.add_argument("--profile", action="store_true", help="show where the table spends its time")
    options = parser.parse_args()
    spec = f"catanlab.benchmarks.table_cost.Busy:milliseconds={options.milliseconds}"
    plan = MatchPlan.match([spec] * 4, rules=options.rules)
    play_at_table(plan, 10**6, 0)  # warm up
    from catanlab.benchmarks.table_cost import Busy as Seated  # as the match imports it

    profile = cProfile.Profile()
    Seated.thought = 0.0
    begun = process_time()
    if options.profile:
        profile.enable()
    rows = [play_at_table(plan, block, 0)[0] for block in range(options.games)]
    profile.disable()
    spent = process_time() - begun
    decisions = sum(int(row.decisions.sum()) for row in rows)
    moves = sum(int(row.moves[0]) for row in rows)
    thought = Seated.thought
    cost = spent - thought
    print(f"{options.games} games ({options.rules}): {decisions} decisions, {moves} moves and outcomes")
    print(f"thinking {thought:.2f} s, table {cost:.2f} s: {1e6 * cost / decisions:.1f} us a decision")
    print(f"share of the table: {cost / spent:.4f} (bar: {BAR})")
    if options.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()

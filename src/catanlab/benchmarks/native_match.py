"""The speed of native games in the workers of a match, against plain random playouts in the same run.

    python -m catanlab.benchmarks.native_match [--games 4096] [--rounds 12]

Both take turns, and the median of the rounds counts: processor time of the worker with all it does, and of
`play_random`, which is what `playouts_per_s` of `catanlab bench` measures.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from time import process_time

from catanlab.lab.batch import play_random
from catanlab.lab.executors.local import LocalExecutor
from catanlab.lab.match_plan import MatchPlan

BAR = 0.9


def worker_seconds(pid: int) -> float:
    """Return the processor time of another process, as the kernel counts it in nanoseconds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def main() -> None:
    """Print both rates and their ratio."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    games = options.games
    plan = MatchPlan.match(["random"] * 4)
    matches: list[float] = []
    plains: list[float] = []
    with LocalExecutor(plan, 1) as workers:
        for job in workers.play(range(8192)):  # until jobs have their size
            del job
        (pid,) = workers.pids
        for turn in range(options.rounds):
            begun = worker_seconds(pid)
            for job in workers.play(range(turn * games, (turn + 1) * games)):
                del job
            matches.append(games / (worker_seconds(pid) - begun))
            begun = process_time()
            play_random(games, turn)
            plains.append(games / (process_time() - begun))
    ratios = [match / plain for match, plain in zip(matches, plains, strict=True)]
    print(f"match {median(matches):,.0f} games/s, plain playouts {median(plains):,.0f} games/s")
    print(f"ratio {median(ratios):.3f}, rounds {min(ratios):.3f} to {max(ratios):.3f} (bar: {BAR})")


if __name__ == "__main__":
    main()

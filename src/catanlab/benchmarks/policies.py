"""The speed of games of Catan with playout policies of each kind, relative to uniform random moves.

    python -m catanlab.benchmarks.policies
    python -m catanlab.benchmarks.policies --rules trading

It needs the folder `examples` of the repository, whose policies are compiled in a temporary folder first;
without Numba its line is left out. All are measured in turns in each round; printed are the medians over
the rounds of moves and outcomes in a second of CPU time, and of their ratios to `Uniform`.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from statistics import median

from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.lab.batch import play_random
from catanlab.playout.policies import CompiledFunction, GroupFirst, PlainPolicy, Policy, Uniform, Weighted

WEIGHTS = "settlement*20+city*10"


def main() -> None:
    """Measure in turns and print a line for each policy."""
    parser = argparse.ArgumentParser(description="Measure games of Catan by policies of each kind.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--examples", type=Path, default=Path("examples"), metavar="DIR")
    options = parser.parse_args()
    if not (options.examples / "compiled_policy").is_dir():
        parser.error(f"{options.examples} is not the folder of the examples")
    rules = rules_from_text(options.rules)
    with tempfile.TemporaryDirectory() as folder:
        policies = all_policies(options.examples.resolve(), Path(folder))
        rates: dict[str, list[float]] = {name: [] for name in policies}
        games_a_second: dict[str, list[float]] = {name: [] for name in policies}
        for number in range(options.rounds + 1):
            for name, policy in policies.items():
                games = max(options.games // 25, 1) if "plain" in name else options.games
                start = time.process_time()
                batch = play_random(games, 1 + number, rules=rules, policy=policy)
                spent = time.process_time() - start
                if number:  # the first round warms up
                    rates[name].append(batch.moves.sum() / spent)
                    games_a_second[name].append(games / spent)
    print(f"{'policy':34}{'moves/s':>14}{'of uniform':>12}{'games/s':>12}")
    for name, measured in rates.items():
        ratios = [rate / base for rate, base in zip(measured, rates["Uniform"], strict=True)]
        games_rate = median(games_a_second[name])
        print(f"{name:34}{median(measured):14,.0f}{median(ratios):12.3f}{games_rate:12,.0f}")


def all_policies(examples: Path, folder: Path) -> dict[str, Policy]:
    """Return a policy of each kind by name; the examples all go for cities, then settlements."""
    built = folder / "compiled"
    shutil.copytree(examples / "compiled_policy", built)
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=built, check=True)
    sys.path[:0] = [str(built), str(examples)]
    policies: dict[str, Policy] = {
        "Uniform": Uniform(),
        "GroupFirst": GroupFirst(),
        f"Weighted, {WEIGHTS}": Weighted(WEIGHTS, CatanMove),
        "example, compiled class": import_module("builder").Builder(),
        "example, plain function": PlainPolicy(import_module("plain_policy").builder),
    }
    try:
        policies["example, numba.cfunc"] = CompiledFunction(import_module("numba_policy").builder)
    except ModuleNotFoundError as missing:
        print(f"without {missing.name}, which is not installed", file=sys.stderr)
    return policies


if __name__ == "__main__":
    main()

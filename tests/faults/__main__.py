"""Breaks running servers in many ways, and checks that nothing is lost: `python -m tests.faults`.

Each scenario starts servers on a database of its own, lets people and robots play there, brings about
faults, and compares what the clients were told with what the database has. The exit code is 1 if a bar
was missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console
from tests.faults.catalogue import SCENARIOS
from tests.faults.databases import KINDS, Kind, postgres_is_missing
from tests.faults.outcomes import Outcome
from tests.faults.reports import as_json, as_table, publish, write_results
from tests.faults.running import run_scenario
from tests.faults.stage import Scale, Scenario
from tests.faults.starters.planted import MISTAKES

from catanlab.lab.provenance import Provenance


def read_arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__.splitlines()[0])
    names = [scenario.name for scenario in SCENARIOS]
    parser.add_argument("--only", action="append", choices=names, help="run this scenario; may be repeated")
    parser.add_argument("--database", action="append", choices=KINDS, help="only on this database")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments (default: 1)")
    parser.add_argument(
        "--scale", choices=("quick", "full"), default="full", help="how long (default: full)"
    )
    parser.add_argument("--jobs", type=int, default=3, help="scenarios at the same time (default: 3)")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep databases, logs and reports there"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as JSON")
    parser.add_argument("--publish", action="store_true", help="write docs/results/faults.md and .json")
    parser.add_argument(
        "--plant", choices=MISTAKES, help="start servers with this mistake, which has to be found"
    )
    parser.add_argument("--list", action="store_true", help="list the scenarios and end")
    return parser.parse_args()


def command_of(options: argparse.Namespace) -> str:
    """Return the command that measures the same: without the options that say where results go."""
    words = [f"--seed {options.seed}", f"--jobs {options.jobs}"]
    words += [f"--only {name}" for name in options.only or ()]
    words += [f"--database {kind}" for kind in options.database or ()]
    words += ["--scale quick"] if options.scale == "quick" else []
    words += [f"--plant {options.plant}"] if options.plant else []
    return f".venv/bin/python -m tests.faults {' '.join(words)}"


def main() -> int:
    """Run what was asked for, print a table, and return the exit code."""
    options = read_arguments()
    begun = time.monotonic()
    console = Console()
    console.width = max(console.width, 108)  # the table
    if options.list:
        for scenario in SCENARIOS:
            console.print(f"{scenario.name}: {scenario.summary} ({', '.join(scenario.databases)})")
        return 0
    missing = postgres_is_missing()
    if missing:
        console.print(f"Only SQLite: {missing}")
    kinds = options.database or KINDS
    planted = ("tests.faults.starters.planted", options.plant)
    starter = planted if options.plant else ("catanlab",)
    outcomes: list[Outcome] = []
    runs = [
        (scenario, kind)
        for scenario in SCENARIOS
        for kind in scenario.databases
        if (not options.only or scenario.name in options.only)
        and kind in kinds
        and not (kind == "postgresql" and missing)
    ]

    def run(scenario: Scenario, kind: Kind) -> Outcome:
        place = folder / f"{scenario.name}-{kind}"
        scale: Scale = options.scale
        return run_scenario(scenario, kind, seed=options.seed, scale=scale, folder=place, starter=starter)

    with (
        tempfile.TemporaryDirectory(prefix="catanlab-faults-") as made,
        ThreadPoolExecutor(options.jobs) as pool,
    ):
        Path(made).chmod(0o711)  # PostgreSQL runs as another user, and may have a disk there
        folder = options.keep or Path(made)
        for outcome in pool.map(run, *zip(*runs, strict=True)):
            outcomes.append(outcome)
            word = "good" if outcome.is_good else "FAILED"
            words = f"{word}, {outcome.seconds:.0f} s, seed {outcome.seed}"
            console.print(f"{outcome.scenario} on {outcome.database}: {words}")
            for sentence in outcome.failures:
                console.print(f"  {sentence}", markup=False)
    console.print(as_table(outcomes))
    found = as_json(outcomes, Provenance.of_this_process(), command_of(options), time.monotonic() - begun)
    if options.json:
        write_results(found, options.json)
    if options.publish:
        summaries = {scenario.name: scenario.summary for scenario in SCENARIOS}
        console.print(f"The page is {publish(found, summaries)}")
    return 0 if all(each.is_good for each in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Breaks running servers in many ways, and checks that nothing is lost: `python -m tests.faults`.

Each scenario starts servers on a database of its own, lets people and robots play there, brings about
faults, and compares what the clients were told with what the database has. The exit code is 1 if a bar
was missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from tests.faults.catalogue import SCENARIOS
from tests.faults.databases import KINDS, postgres_is_missing
from tests.faults.outcomes import Outcome
from tests.faults.reports import as_table
from tests.faults.running import run_scenario
from tests.faults.stage import Scale


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
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep databases, logs and reports there"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as JSON")
    parser.add_argument("--list", action="store_true", help="list the scenarios and end")
    return parser.parse_args()


def main() -> int:
    """Run what was asked for, print a table, and return the exit code."""
    options = read_arguments()
    console = Console()
    if options.list:
        for scenario in SCENARIOS:
            console.print(f"{scenario.name}: {scenario.summary} ({', '.join(scenario.databases)})")
        return 0
    missing = postgres_is_missing()
    if missing:
        console.print(f"Only SQLite: {missing}")
    kinds = options.database or KINDS
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="catanlab-faults-") as made:
        folder = options.keep or Path(made)
        for scenario in SCENARIOS:
            if options.only and scenario.name not in options.only:
                continue
            for kind in scenario.databases:
                if kind not in kinds or (kind == "postgresql" and missing):
                    continue
                scale: Scale = options.scale
                place = folder / f"{scenario.name}-{kind}"
                outcome = run_scenario(scenario, kind, seed=options.seed, scale=scale, folder=place)
                outcomes.append(outcome)
                word = "good" if outcome.is_good else "FAILED"
                console.print(
                    f"{scenario.name} on {kind}, seed {options.seed}: {word}, {outcome.seconds:.0f} s"
                )
                for sentence in outcome.failures:
                    console.print(f"  {sentence}", markup=False)
    console.print(as_table(outcomes))
    if options.json:
        options.json.write_text(json.dumps([each.as_json() for each in outcomes], indent=1))
    return 0 if all(each.is_good for each in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())

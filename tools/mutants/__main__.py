"""Tries whether the tests catch small mistakes in the native rules.

    python -m tools.mutants --count 60 --seed 1

makes 60 mutants of the native modules of `games/catan/engine`, each a wrong edit of one line: another
relation, a number off by one, `and` for `or`, a dropped condition or statement, a wrong constant, swapped
arguments. Each is tried by the quick oracle (`tests/declared`), then, without `--oracle`, by other tests
of the rules. Those that no test catches are printed with file, line and diff, and end the program with 1.

Everything runs un-compiled on a copy of the sources, in forks of one process. So a mutant that natively
reads past an array raises IndexError here: the figures count the errors that caught mutants.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from tools.mutants.edits import choose_mutants, find_mutants
from tools.mutants.trial import Outcome, Trial

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path("games/catan/engine")
ORACLE = ("tests/declared/test_oracle.py", "tests/declared/test_corners.py")
OTHERS = (
    "tests/rules/test_random_draws.py",
    "tests/rules/test_copies.py",
    "tests/rules/test_arrange.py",
    "tests/rules/test_any_order.py",
    "tests/rules/test_trade.py",
    "tests/rules/test_longest_road.py",
    "tests/rules/test_development_cards.py",
    "tests/rules/test_robber.py",
    "tests/rules/test_production.py",
    "tests/rules/test_setup.py",
    "tests/rules/test_winning.py",
    "tests/rules/test_rule_options.py",
    "tests/framework/test_state.py",
)
COPY = "CATANLAB_MUTANTS_COPY"


def main() -> int:
    """Copy the sources and try the mutants on the copy, in a process that imports them from there."""
    arguments = _read_arguments()
    if COPY in os.environ:
        return _try_all(arguments, Path(os.environ[COPY]))
    with tempfile.TemporaryDirectory() as folder:
        only_sources = shutil.ignore_patterns("*.so", "*.pxd", "*.pyi", "__pycache__", "static")
        shutil.copytree(ROOT / "src/catanlab", Path(folder, "catanlab"), ignore=only_sources)
        environment = os.environ | {COPY: folder, "CATANLAB_BUILT": "1", "PYTHONPATH": f"{folder}:{ROOT}"}
        command = [sys.executable, "-m", "tools.mutants", *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--count", type=int, default=30, help="how many mutants (30)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--limit", type=int, default=8, help="seconds that a test may take un-compiled (8)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only in functions whose name has it")
    parser.add_argument("--oracle", action="store_true", help="try the quick oracle only")
    return parser.parse_args()


def _try_all(arguments: argparse.Namespace, folder: Path) -> int:
    package = folder / "catanlab"
    native = [
        package / path.relative_to(ROOT / "src/catanlab").with_suffix(".py")
        for path in sorted((ROOT / "src/catanlab" / ENGINE).glob("*.pxd"))
    ]
    every = [m for m in find_mutants(native) if arguments.only in f"{m.path.stem}.{m.function}"]
    stages: dict[str, tuple[str, ...]] = {"oracle": ORACLE} | (
        {} if arguments.oracle else {"others": OTHERS}
    )
    trial = Trial(
        package,
        choose_mutants(every, arguments.count, arguments.seed),
        stages,
        arguments.limit,
        _tell,
    )
    options = ["-p", "no:terminal", "-p", "no:cacheprovider", "-o", f"pythonpath={folder} {ROOT}"]
    pytest.main([*options, *(path for paths in stages.values() for path in paths)], plugins=[trial])
    return _report(trial, len(every))


def _where(outcome: Outcome) -> str:
    mutant = outcome.mutant
    return f"{mutant.path.name}:{mutant.line} {mutant.function}, {mutant.kind}"


def _tell(outcome: Outcome) -> None:
    caught = f"{outcome.stage}: {outcome.how} in {outcome.test}" if outcome.stage else "SURVIVED"
    print(f"{_where(outcome)}: {caught}", flush=True)


def _report(trial: Trial, possible: int) -> int:
    """Print the figures and the survivors; return 1 if there are any."""
    print(f"\n{len(trial.outcomes)} of {possible} mutants")
    for stage, (tests, seconds) in trial.counts.items():
        caught = [outcome for outcome in trial.outcomes if outcome.stage == stage]
        print(f"{stage}: caught {len(caught)} by {tests} tests that take {seconds:.0f} s")
        print(f"  {', '.join(f'{n} {how}' for how, n in Counter(o.how for o in caught).most_common())}")
    print(f"left out: {len(trial.left_out)} tests that fail or take too long un-compiled")
    survivors = [outcome for outcome in trial.outcomes if not outcome.stage]
    print(f"survived: {len(survivors)}")
    for outcome in survivors:
        print(f"{_where(outcome)}\n{outcome.diff}\n")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

"""`catanlab bandits`: tree policies on Tuma's bandit, as a table, as JSON or as a picture."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from catanlab.cli.columns import in_columns
from catanlab.cli.main import UsageError
from catanlab.cli.options import add_seed, number, whole
from catanlab.cli.record_files import check_target
from catanlab.framework.errors import ArgumentError
from catanlab.lab.plots import regret_plot, require_matplotlib
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.student import t_quantile
from catanlab.lab.statistics.wilson import wilson
from catanlab.search.bandits import MAX_POWER, Bandit, Curve, Floats, regret_curve
from catanlab.search.tree_policies.registry import TREE_POLICIES, read_tree_policy

DEFAULT_POLICIES = ("uct:c=1.4142", "thompson", "thompson:reshape=yes")
"""UCB1 and both forms of Thompson sampling."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    usual = Bandit()
    parser.add_argument(
        "policies",
        nargs="*",
        metavar="POLICY",
        help=f"tree policies: {', '.join(TREE_POLICIES.names)}, or an import path; options follow a colon, "
        f"as in uct:c=1.41 (default: {' '.join(DEFAULT_POLICIES)})",
    )
    parser.add_argument(
        "--arms", type=whole(2, 1000), default=usual.arms, metavar="N", help=f"arms (default: {usual.arms})"
    )
    parser.add_argument(
        "--best",
        type=number(0, 1),
        default=usual.best,
        metavar="P",
        help=f"win probability of the best arm (default: {usual.best})",
    )
    parser.add_argument(
        "--gap",
        type=number(0, 1),
        default=usual.gap,
        metavar="P",
        help=f"by how much the other arms are worse (default: {usual.gap})",
    )
    parser.add_argument(
        "--power",
        type=whole(0, MAX_POWER),
        default=usual.power,
        metavar="N",
        help=f"measure up to 4^N pulls (default: {usual.power})",
    )
    parser.add_argument(
        "--trials",
        type=whole(1, 100_000),
        default=usual.trials,
        metavar="N",
        help=f"trials of each policy (default: {usual.trials}, as in Tuma's thesis)",
    )
    add_seed(parser, usual.seed, f"default: {usual.seed}")
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help="plot the regrets in this file; - is standard output, and the tables go to standard error; "
        "needs catanlab[lab]",
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(options: argparse.Namespace) -> int:
    """Let the policies play, and print the results."""
    bandit = Bandit(
        arms=options.arms,
        best=options.best,
        gap=options.gap,
        power=options.power,
        trials=options.trials,
        seed=options.seed,
    )
    policies = options.policies or DEFAULT_POLICIES
    for name in policies:
        read_tree_policy(name)
        if policies.count(name) > 1:
            raise ArgumentError(f"the policy {name} is given twice")
    if options.svg:
        require_matplotlib()  # before minutes of trials
        if options.svg == "-" and options.json:
            raise UsageError("--svg - and --json: standard output takes only one of them")
        if options.svg != "-":
            check_target(Path(options.svg), "--svg")
    curves = [regret_curve(name, bandit) for name in policies]
    if options.svg:
        from catanlab.games.catan.draw import save_svg

        plotted = [(curve.policy, means(curve), margins(curve)) for curve in curves]
        picture = regret_plot(bandit, plotted)
        if options.svg == "-":
            sys.stdout.write(f"{picture}\n")
            print("\n".join(table(bandit, curves)), file=sys.stderr)
            return 0
        save_svg(picture, options.svg)
    print(_as_json(bandit, curves) if options.json else "\n".join(table(bandit, curves)))
    return 0


def table(bandit: Bandit, curves: Sequence[Curve]) -> list[str]:
    """Return a heading and two tables, as lines."""
    head = ("pulls", *(curve.policy for curve in curves))
    numbers = range(len(head))
    regrets = [
        (f"{pulls:,}", *(_with_margin(curve, place) for curve in curves))
        for place, pulls in enumerate(bandit.pulls)
    ]
    shares = [
        (f"{pulls:,}", *(str(share(curve, place)) for curve in curves))
        for place, pulls in enumerate(bandit.pulls)
    ]
    others = bandit.best - bandit.gap
    return [
        f"{bandit.arms} arms, {bandit.best:g} against {others:g}, {bandit.trials} trials",
        "",
        "Mean regret, and how far the 95 % interval reaches",
        *in_columns([head, *regrets], right=numbers),
        "",
        "Trials in which the best arm was pulled most, with 95 % intervals",
        *in_columns([head, *shares], right=numbers),
    ]


def means(curve: Curve) -> Floats:
    """Return the mean regret after each of the pulls."""
    return np.asarray(curve.regrets.mean(axis=0), np.float64)


def margin(curve: Curve, place: int) -> float:
    """Return how far the 95 % interval of a mean regret reaches, infinitely far for a single trial."""
    trials = len(curve.regrets)
    if trials < 2:
        return math.inf
    error = float(curve.regrets[:, place].std(ddof=1)) / math.sqrt(trials)
    return t_quantile(0.95, trials - 1) * error


def margins(curve: Curve) -> Floats:
    """Return the margin after each of the pulls."""
    return np.array([margin(curve, place) for place in range(curve.regrets.shape[1])])


def share(curve: Curve, place: int) -> Interval:
    """Return in which share of the trials the best arm was pulled most."""
    return wilson(int(curve.found[:, place].sum()), len(curve.found))


def _with_margin(curve: Curve, place: int) -> str:
    reach = margin(curve, place)
    mean = f"{means(curve)[place]:,.1f}"
    return f"{mean} ± {reach:,.1f}" if math.isfinite(reach) else mean


def _as_json(bandit: Bandit, curves: Sequence[Curve]) -> str:
    return json.dumps(
        {
            "arms": bandit.arms,
            "best": bandit.best,
            "gap": bandit.gap,
            "trials": bandit.trials,
            "seed": bandit.seed,
            "pulls": bandit.pulls,
            "policies": [_curve_as_dict(bandit, curve) for curve in curves],
        },
        indent=2,
    )


def _curve_as_dict(bandit: Bandit, curve: Curve) -> dict[str, object]:
    places = range(len(bandit.pulls))
    reaches = margins(curve).tolist()
    shares = [share(curve, place) for place in places]
    return {
        "policy": curve.policy,
        "regret": means(curve).tolist(),
        "margin": [reach if math.isfinite(reach) else None for reach in reaches],
        "best_found": [found.estimate for found in shares],
        "best_found_low": [found.low for found in shares],
        "best_found_high": [found.high for found in shares],
        "trials": curve.regrets.tolist(),
    }

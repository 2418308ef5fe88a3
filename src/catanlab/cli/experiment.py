"""`catanlab experiment`: runs an experiment of the theses and reports whether its claims hold."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from catanlab.cli.cluster_options import add_cluster, playing_options
from catanlab.cli.experiment_output import (
    announce_cost,
    explain_people,
    list_experiments,
    print_findings,
    show_progress,
)
from catanlab.cli.main import UsageError
from catanlab.cli.options import add_jobs, add_out
from catanlab.cli.table_formats import add_format
from catanlab.lab.experiments.entry import SCALES

DEFAULT_SCALE = "half"
COMMITTED = Path("docs/results")
"""Where results are kept under version control, in a clone."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="the name of an experiment, such as roelofs-table-1, or a file of your own",
    )
    parser.add_argument("--list", action="store_true", help="list all experiments")
    parser.add_argument(
        "--scale",
        default=DEFAULT_SCALE,
        metavar="S",
        help=f"{', '.join(SCALES)}: a trial, games enough for most claims, or as many as in the thesis "
        f"(default: {DEFAULT_SCALE})",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="MATCH",
        help="play only the match of this name, or those whose names begin with it; may be repeated",
    )
    parser.add_argument("--cost", action="store_true", help="print the expected CPU-hours and play nothing")
    parser.add_argument("--stored", action="store_true", help="report on the stored games and play nothing")
    add_jobs(parser)
    add_cluster(parser)
    add_out(parser, "the folder for games")
    parser.add_argument(
        "--committed",
        type=Path,
        default=COMMITTED,
        metavar="DIR",
        help=f"the folder of games under version control, which are used (default: {COMMITTED})",
    )
    parser.add_argument(
        "--publish", action="store_true", help="write report, lock and rows into the folder of --committed"
    )
    add_format(parser)
    parser.add_argument("--no-plots", action="store_true", help="make no plots, which need catanlab[lab]")


def run(options: argparse.Namespace) -> int:
    """List experiments, or run one."""
    if options.list:
        print("\n".join(list_experiments()))
        return 0
    if options.name is None:
        raise UsageError("name an experiment, or list them by --list (see catanlab experiment --help)")
    from catanlab.lab.experiments import find_experiment
    from catanlab.lab.experiments.expansion import scale_of
    from catanlab.lab.experiments.published import check_writable

    experiment = find_experiment(options.name)
    if not experiment.can_run:
        explain_people(experiment, options.format)
        return 0
    scale_of(experiment, options.scale)
    if options.publish:
        check_writable(options.committed)
    playing = playing_options(options)
    if not options.no_plots and experiment.figures and not options.cost:
        from catanlab.lab.plots import require_matplotlib

        require_matplotlib()  # before hours of games
    from catanlab.lab.experiments.study import make_study

    study = make_study(experiment, options.scale, options.out, options.committed)
    study.choose(options.only)
    costs = study.costs()
    announce_cost(experiment, options.scale, costs, sys.stderr)
    if options.cost:
        return 0
    if options.stored:
        study.load()
    else:
        with show_progress(sys.stderr, "catanlab experiment") as watch:
            study.play(watch=watch, **playing)
    if options.publish:
        study.widen()
    findings = study.findings(plots=not options.no_plots)
    origin = study.origin(findings)
    try:
        page, published = study.write(findings, to_publish=options.publish)
    finally:  # a full disk does not hide what hours of games have found
        print_findings(findings, origin, options.format)
    print(f"The report is {page}", file=sys.stderr)
    if published:
        rows = {
            True: ", with its rows",
            False: ", without rows, which would take more than 1 MB",
            None: "",
        }
        print(f"Published as {published.lock}{rows[published.has_rows]}", file=sys.stderr)
    return 0

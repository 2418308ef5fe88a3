"""`catanlab cluster`: checks whether a cluster can play matches."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from catanlab.cli.cluster_options import add_tls
from catanlab.cli.columns import in_columns
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import EXIT_REFUSED, UsageError
from catanlab.lab.executors.cluster.check import ClusterReport, WorkerReport, check_cluster
from catanlab.lab.executors.cluster.link import ClusterAddress
from catanlab.lab.match_plan import MatchPlan

DEFAULT_AGENTS = ("greedy", "random", "random", "random")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(act=None)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    summary = "list the workers and check that each can play; the exit code is 2 if one cannot"
    check = actions.add_parser(
        "check", help=summary, description=f"{summary[0].upper()}{summary[1:]}.", allow_abbrev=False
    )
    check.set_defaults(act=_check)
    check.add_argument(
        "address", metavar="ADDRESS", help="the scheduler, tcp://HOST:PORT or tls://HOST:PORT"
    )
    check.add_argument(
        "agents",
        nargs="*",
        default=DEFAULT_AGENTS,  # argparse would call agents without a default required
        metavar="AGENT",
        help=f"the agents of your match (default: {' '.join(DEFAULT_AGENTS)})",
    )
    check.add_argument("--rules", metavar="R", help="the rules of your match (default: base)")
    check.add_argument("--json", action="store_true", help="print the report as JSON")
    add_tls(check)


def run(options: argparse.Namespace) -> int:
    """Run the action."""
    if options.act is None:
        raise UsageError("which action? There is: catanlab cluster check ADDRESS")
    return int(options.act(options))


def _check(options: argparse.Namespace) -> int:
    where = ClusterAddress(options.address, options.tls_ca, options.tls_cert, options.tls_key)
    plan = MatchPlan.match(options.agents, rules=options.rules)
    report = check_cluster(where, plan)
    if options.json:
        print(json.dumps({**asdict(report), "is_fit": report.is_fit}, indent=2))
    else:
        print("\n".join(map(escape_control_characters, report_lines(report))))
        sys.stdout.flush()
    return 0 if report.is_fit else EXIT_REFUSED


def report_lines(report: ClusterReport) -> list[str]:
    """Return a report as lines: a table of the workers, what is wrong with some, and the verdict."""
    head = ("worker", "name", "threads", "memory", "catanlab", "python", "processes", "latency", "fit")
    rows = [head, *(_cells(worker) for worker in report.workers)]
    unfit = [worker for worker in report.workers if worker.reason]
    threads = sum(int(worker.described.get("threads", 0)) for worker in report.workers if not worker.reason)
    fit = len(report.workers) - len(unfit)
    if not report.workers:
        verdict = f"Not fit: no worker has joined {report.address}."
    elif unfit:
        refused = f"{len(unfit)} of {len(report.workers)} workers would be refused"
        verdict = f"Not fit: {refused}; {threads} threads could play."
    else:
        workers = f"{fit} worker{'' if fit == 1 else 's'}"
        verdict = f"Fit: {workers} with {threads} thread{'' if threads == 1 else 's'}."
    return [
        *([*in_columns(rows, right=(2, 3, 7)), ""] if report.workers else []),
        *(f"{worker.address}: {worker.reason}" for worker in unfit),
        *report.notes,
        verdict,
    ]


def _cells(worker: WorkerReport) -> tuple[str, ...]:
    described = worker.described
    memory = int(described.get("memory") or 0)
    can_start = "fingerprint" in described
    return (
        worker.address,
        str(described.get("name", "?")),
        str(described.get("threads", "?")),
        f"{memory / 1e9:.1f} GB" if memory else "?" if not described else "no limit",
        str(described.get("version", "?")),
        str(described.get("python", "?")),
        "yes" if can_start else "no" if "processes" in worker.reason or "process" in worker.reason else "?",
        "?" if worker.latency is None else f"{1000 * worker.latency:.1f} ms",
        "no" if worker.reason else "yes",
    )

"""`catanlab bench`: the speed of the engine, the search, planners and evaluation, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from catanlab.benchmarks.bars import bars
from catanlab.benchmarks.engine import measure
from catanlab.benchmarks.planner import measure_planner
from catanlab.benchmarks.search import measure_search
from catanlab.benchmarks.value import measure_value
from catanlab.cli.columns import in_columns


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--json", action="store_true", help="print the measurements as JSON")
    parser.add_argument("--peers", action="store_true", help="also measure other engines in the same run")


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    progress = _show_progress if sys.stderr.isatty() else None
    results = (
        measure(peers=options.peers, progress=progress)
        | measure_search(progress=progress)
        | measure_planner(progress=progress)
        | measure_value(progress=progress)
    )
    missing = [name for name, peer in results.get("peers", {}).items() if peer is None]
    for name in missing:
        print(f"catanlab bench: {name} is not installed and was not measured", file=sys.stderr)
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        print("\n".join(table(results)))
    return 0


def table(results: dict[str, Any]) -> list[str]:
    """Return the measurements, and then their limits, as lines."""
    rows: list[tuple[str, ...]] = [
        ("random games a second, no player trade", f"{results['playouts_per_s']:,.0f}"),
        ("moves and outcomes a second", f"{results['moves_per_s']:,.0f}"),
        ("random games a second, player trade", f"{results['playouts_with_trade_per_s']:,.0f}"),
        ("copy of a state, ns", f"{results['copy_ns']:.1f}"),
        ("two threads against one", f"{results['threads_2_ratio']:.2f}"),
    ]
    for name, rate in results["uct_playouts_per_s"].items():
        rows.append((f"simulations of UCT a second, chance {name}", f"{rate:,.0f}"))
    sampled = results["policy_overhead"]["vpi_sampled"]
    rows.append(("VPI with sampled gains / playouts", f"{sampled:.3f}"))
    for name, peer in results.get("peers", {}).items():
        rate = f"{peer['playouts_per_s']:,.1f}" if peer else "not installed"
        rows.append((f"random games a second, {name}", rate))
    held = [
        (
            bar.name,
            f"{bar.value:,.2f}",
            f"{'at most' if bar.at_most else 'at least'} {bar.limit:,g}",
            "met" if bar.is_met else "MISSED",
        )
        for bar in bars(results)
    ]
    return [*in_columns(rows, right=(1,)), "", *in_columns(held, right=(1,))]


def _show_progress(done: int, rounds: int) -> None:
    """Show on a terminal how far the measurement is."""
    print(f"\rround {done} of {rounds}", end="\n" if done == rounds else "", file=sys.stderr, flush=True)

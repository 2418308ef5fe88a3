"""The outcomes as a table for the terminal, as JSON, and as a part of the page docs/results/faults.md."""

from __future__ import annotations

import json
import os
import re
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from tests.conftest import ROOT
from tests.faults.outcomes import Outcome

from catanlab.lab.provenance import Provenance

COLUMNS = (
    "scenario",
    "database",
    "faults",
    "acts",
    "events seen",
    "lost",
    "doubled",
    "wrong",
    "failed",
    "seconds",
)
MEASURED = re.compile(r"(?<=<!-- measured -->\n).*(?=<!-- /measured -->)", re.DOTALL)


def rows_of(outcomes: Sequence[Outcome]) -> list[list[str]]:
    """Return the rows of the table, the sums last."""
    rows = [_row(each.scenario, each.database, [each], f"{each.seconds:.0f}") for each in outcomes]
    rows.append(_row("all", "", outcomes, f"{sum(each.seconds for each in outcomes):.0f}"))
    return rows


def _row(scenario: str, database: str, outcomes: Sequence[Outcome], seconds: str) -> list[str]:
    figures = [
        sum(each.injected for each in outcomes),
        sum(each.acknowledged for each in outcomes),
        sum(each.seen for each in outcomes),
        sum(each.lost for each in outcomes),
        sum(each.doubled for each in outcomes),
        sum(each.wrong for each in outcomes),
        sum(len(each.failures) for each in outcomes),
    ]
    return [scenario, database, *(f"{figure:,}" for figure in figures), seconds]


def as_table(outcomes: Sequence[Outcome]) -> Table:
    """Return the table for a terminal."""
    table = Table()
    for place, name in enumerate(COLUMNS):
        table.add_column(name, justify="left" if place < 2 else "right")
    for row in rows_of(outcomes):
        table.add_row(*row)
    return table


def as_json(outcomes: Sequence[Outcome], made: Provenance, command: str, seconds: float) -> dict[str, Any]:
    """Return everything that was found, and where it comes from."""
    return {
        "command": command,
        "commit": made.commit,
        "machine": f"{made.processor}, cores: {made.cores}; {made.system}; {made.python}",
        "load": round(os.getloadavg()[2], 1),
        "seconds": round(seconds),
        "outcomes": [each.as_json() for each in outcomes],
    }


def write_results(found: Mapping[str, Any], file: Path) -> None:
    """Write the results as JSON."""
    file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


def publish(found: Mapping[str, Any], summaries: Mapping[str, str]) -> Path:
    """Write the results and their part of the page into docs/results, and return the path of the page."""
    folder = ROOT / "docs/results"
    write_results(found, folder / "faults.json")
    page = folder / "faults.md"
    page.write_text(MEASURED.sub(lambda _: f"\n{as_markdown(found, summaries)}\n\n", page.read_text()))
    return page


def as_markdown(found: Mapping[str, Any], summaries: Mapping[str, str]) -> str:
    """Return what was measured as markdown; `summaries` say what each scenario does."""
    outcomes = [Outcome(**each) for each in found["outcomes"]]
    faults: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for each in outcomes:
        faults.update(each.faults)
        counts.update(each.counts)
    names = {each.scenario for each in outcomes}
    failures = [
        f"* {each.scenario} on {each.database}: {' '.join(sentence.split())[:300]}"
        for each in outcomes
        for sentence in each.failures
    ]
    pauses = [each.counts["longest pause, ms"] for each in outcomes if "longest pause, ms" in each.counts]
    longest = max(pauses, default=0) / 1000
    where = [
        f"    {found['command']}",
        f"at commit `{found['commit'][:8]}`, on {found['machine']}.",
        f"The run took {found['seconds']:,} s, several scenarios at a time.",
        f"The load of the machine was {found['load']} over its last 15 minutes.",
    ]
    again = [
        f"{counts['acts sent again']:,} acknowledged acts had been sent more than once.",
        f"After each fault every table had gone on within {longest:.1f} s.",
    ]
    missed = "Bars that were missed:\n\n" + "\n".join(failures)
    ran = [[name, summaries[name]] for name in summaries if name in names]
    parts = [
        _markdown(["scenario", "what happens"], ran, 2),
        *where[:1],
        textwrap.fill(" ".join(where[1:]), 120),
        _markdown(COLUMNS, rows_of(outcomes), 2),
        missed if failures else "Every bar was reached.",
        _markdown(["fault", "times"], _sorted(faults), 1),
        _markdown(["acknowledged act", "times"], _sorted(_under("act: ", counts)), 1),
        _markdown(["why something was sent again", "times"], _sorted(_under("again: ", counts)), 1),
        " ".join(again),
    ]
    return "\n\n".join(parts)


def _under(prefix: str, counts: Mapping[str, int]) -> dict[str, int]:
    return {name.removeprefix(prefix): number for name, number in counts.items() if name.startswith(prefix)}


def _sorted(counts: Mapping[str, int]) -> list[list[str]]:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return [[name, f"{number:,}"] for name, number in ordered]


def _markdown(names: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    """Return a table; this many of its columns are words, and the others numbers."""
    rule = "|".join("---" if place < left else "---:" for place in range(len(names)))
    lines = [" | ".join(row) for row in rows]
    return "\n".join([f"| {' | '.join(names)} |", f"|{rule}|", *(f"| {line} |" for line in lines)])

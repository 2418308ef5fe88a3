"""The runs that made a result, for people: code, command, machine and times of each."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.cli.columns import paragraph
from catanlab.cli.control_characters import escape_control_characters
from catanlab.lab.store.runs import Run, spans_in_words


def run_lines(runs: Sequence[Run], games: int) -> list[str]:
    """Return a paragraph for each run, and how many of the games come from runs that left no trace."""
    lines = [line for run in runs for line in _lines(run)]
    unknown = games - sum(run.games for run in runs)
    if unknown > 0:
        count = "1 game comes" if unknown == 1 else f"{unknown:,} games come"
        lines.append(f"{count} from runs of which nothing was noted.")
    return lines


def _lines(run: Run) -> list[str]:
    made = run.provenance
    what = f"{run.games:,} games, {spans_in_words(run.blocks)}" if run.games else "no new games"
    packages = ", ".join(f"{name} {version}" for name, version in made.packages.items())
    facts = {
        "when": f"{_time(run.started)} to {_time(run.ended)} UTC",
        "command": made.command,
        "code": f"catanlab {made.code}",
        "with": f"{made.python}, {packages}",
        "machine": f"{made.processor}, cores: {made.cores}; {made.system}",
    }
    width = max(map(len, facts))
    lines = paragraph(f"Run {run.number}: {what}", hanging=2)
    for name, fact in facts.items():
        text = escape_control_characters(f"{name:<{width}}  {fact}")
        # A command stays on one line, so that it can be copied.
        lines += [f"  {text}"] if name == "command" else paragraph(text, indent=2, hanging=width + 2)
    return lines


def _time(text: str) -> str:
    """Return a time of ISO 8601 in UTC for people.

    >>> _time("2026-11-16T00:42:07+00:00")
    '2026-11-16 00:42:07'
    """
    return text[:19].replace("T", " ")

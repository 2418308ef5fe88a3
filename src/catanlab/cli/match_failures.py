"""What `catanlab match` says when agents fail: the first failure of a strict match, or a loud warning."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.lab.store.runs import Run
from catanlab.lab.summary import MAX_FAILED_SHARE, Summary
from catanlab.lab.troubles import Trouble

EXIT_FAILED = 1
"""The exit code of a match whose result is spoilt by failures."""


def stop_lines(trouble: Trouble, done: int, blocks: int) -> list[str]:
    """Return what a strict match says about the failure that ended it."""
    lines = [f"catanlab match: stopped at the first failure, with {done:,} of {blocks:,} blocks kept"]
    return [*lines, *_place_lines(trouble), *_indented(trouble.traceback)]


def failure_lines(summary: Summary, runs: Iterable[Run], *, strict: bool = False) -> list[str]:
    """Return a warning about each agent that failed often, with its first failure, and about lost games.

    If the match is `strict`, it is about each agent that failed at all, with the traceback: its games were
    kept by an earlier run, and there is nothing to stop.
    """
    first: dict[str, Trouble] = {}
    for run in runs:
        for failure in run.failures:
            first.setdefault(failure.agent, failure)
    lines = []
    for agent in summary.agents:
        if agent.failed_often or (strict and agent.errors):
            games = f"{agent.failed_games:,} of its {agent.games:,} games"
            lines.append(
                f"catanlab match: FAILED: {agent.spec} failed in {games}, {agent.errors:,} times in all."
            )
            lines.append("  Moves by chance were made in its place: these results do not measure it.")
            if agent.spec in first:
                lines += ["  Its first failure:", *_place_lines(first[agent.spec])]
                lines += _indented(first[agent.spec].traceback) if strict else []
    if summary.lost_often and not lines:
        lines.append(f"catanlab match: FAILED: {summary.lost:,} of {summary.games:,} games were lost.")
    if lines:
        limit = "at all" if strict else f"in more than {100 * MAX_FAILED_SHARE:g} % of its games"
        advice = "" if strict else " --strict shows the traceback."
        lines.append(f"  (The exit code is {EXIT_FAILED} if an agent fails {limit}.{advice})")
    return lines


def _place_lines(trouble: Trouble) -> list[str]:
    facts = {
        "agent": trouble.agent or "none",
        "where": trouble.where,
        "error": trouble.error,
        "place": trouble.source,
    }
    return [f"    {name}  {fact}" for name, fact in facts.items() if fact]


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]

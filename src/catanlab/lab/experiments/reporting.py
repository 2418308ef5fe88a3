"""Writes the report of an experiment, and publishes it with its lock and rows."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catanlab.lab.experiments.findings import Findings
from catanlab.lab.experiments.measures import Results
from catanlab.lab.experiments.published import (
    ROWS,
    compare_with_lock,
    make_lock,
    publish_rows,
    read_lock,
    rows_digest,
    write_lock,
)
from catanlab.lab.experiments.report import Origin, headline, to_data, to_html, to_markdown
from catanlab.lab.provenance import Provenance, are_committed
from catanlab.lab.store import Store
from catanlab.lab.store.counting import keep_builds
from catanlab.lab.store.files import make_folder, write_whole


@dataclass(frozen=True)
class Published:
    """What was kept under version control."""

    lock: Path
    has_rows: bool | None
    """Whether the rows are there too, which take a megabyte at most; None if there are none at all."""


def command_of(findings: Findings, results: Results | None) -> str:
    """Return the command that makes the same figures from a clean clone.

    Where games are missing it has `--stored`: without this, it would go on and play them.
    """
    experiment = findings.experiment
    words = [
        "catanlab experiment",
        shlex.quote(experiment.path or experiment.name),
        "--scale",
        findings.scale,
    ]
    if not _is_whole(results):
        words.append("--stored")
    return " ".join(words)


def _is_whole(results: Results | None) -> bool:
    return not results or all(len(rows) >= match.games for match, rows in results.matches.values())


def origin_of(findings: Findings, results: Results | None, committed: Path) -> Origin:
    """Return where figures come from, compared with the lock in `committed`; raises StoreError."""
    keys = [
        (match.name, match.plan.key, len(rows), rows_digest(rows))
        for match, rows in (results.matches.values() if results else ())
        if len(rows)
    ]
    experiment = findings.experiment
    lock = read_lock(committed / f"{experiment.name}.json")
    words = compare_with_lock(results, lock) if results else ""
    has_games = _is_whole(results) or (lock is not None and _are_committed(keys, lock, committed))
    return Origin(
        command=command_of(findings, results),
        provenance=Provenance.of_this_process(),
        seed=experiment.seed,
        keys=keys,
        lock=words,
        is_in_commit=has_games and not experiment.path,
    )


def _are_committed(
    keys: Sequence[tuple[str, str, int, str]], lock: dict[str, Any], committed: Path
) -> bool:
    """Return whether a clone of the commit has just these games, in its lock and its rows."""
    locked = {tuple(each[name] for name in ("match", "key", "games", "digest")) for each in lock["matches"]}
    names = [f"{lock['experiment']}.json", *{f"{ROWS}/{key}" for _, key, _, _ in keys}]
    return {*keys} <= locked and are_committed(committed, names)


def write_report(findings: Findings, origin: Origin, folder: Path) -> Path:
    """Write report.md, report.html and the plots into a folder, and return the path of the page.

    Raises StoreError if they cannot be written; older files of the same names are replaced.
    """
    make_folder(folder)
    names = [f"{number}.svg" for number in range(1, len(findings.pictures) + 1)]
    for name, picture in zip(names, findings.pictures, strict=True):
        write_text(folder / name, picture.svg)
    write_text(folder / "report.md", to_markdown(findings, origin, names))
    write_text(folder / "report.html", to_html(findings, origin))
    return folder / "report.html"


def publish(
    findings: Findings, origin: Origin, results: Results | None, store: Store, folder: Path
) -> Published:
    """Write NAME.md, its plots, NAME.json and the rows into a folder under version control.

    Raises StoreError if they cannot be written.
    """
    make_folder(folder)
    name = findings.experiment.name
    names = [f"{name}-{number}.svg" for number in range(1, len(findings.pictures) + 1)]
    for file, picture in zip(names, findings.pictures, strict=True):
        write_text(folder / file, picture.svg)
    plans = [match.plan for match, _ in results.matches.values()] if results else []
    for match, rows in results.matches.values() if results else ():
        if match.counts_builds and len(rows):
            keep_builds(store.open(match.plan))
    has_rows = publish_rows(plans, store, folder) if results else None
    report = to_data(findings, origin)
    facts = {
        "commit": origin.provenance.commit,
        "provenance": origin.provenance.to_dict(),
        "verdict": headline(findings.judged),
        "claims": report["claims"],
        "cpu_hours": report["cpu_hours"],
        "rows": "committed" if has_rows else "made again by the command" if results else "none",
    }
    lock = folder / f"{name}.json"
    write_lock(make_lock(name, findings.scale, origin.command, results, facts), lock)
    write_text(folder / f"{name}.md", to_markdown(findings, origin, names))
    return Published(lock, has_rows)


def write_text(path: Path, text: str) -> None:
    """Write a text in place of an older file, whole or not at all; raises StoreError."""
    write_whole(path, lambda file: file.write(text.encode()), force=True)

"""run-000001.json: a run that added games to a match: where it comes from, its blocks, its sequential test.

A result may be made by several runs. Each has a file of its own, which is written anew whenever the run has
stored games: after a kill it says what was stored until then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from catanlab.framework.errors import StoreError
from catanlab.lab.provenance import Provenance
from catanlab.lab.store.files import reporting_errors, write_whole
from catanlab.lab.troubles import Trouble

FORMAT = "catanlab-run"
VERSION = 1
RUN = re.compile(r"run-([0-9]{6,12})\.json", re.ASCII)

MAX_SPANS_LISTED = 6
"""How many spans are named: a shard, which has every eighth block, has as many as blocks."""

Span: TypeAlias = tuple[int, int]
"""The first and the last of some blocks."""


@dataclass(frozen=True)
class StoredTest:
    """A sequential test of the first agent: its verdict, and the blocks it is based on, from 0 on."""

    p0: float
    p1: float
    alpha: float
    beta: float
    model: str
    verdict: str
    is_decided: bool
    """Whether the test ended the match, so that rates over its blocks lean towards the verdict."""
    llr: float
    bounds: tuple[float, float]
    blocks: int
    wins: float
    games: float

    @property
    def question(self) -> tuple[object, ...]:
        """What was tested: two verdicts about it are one test, which went on."""
        return (self.p0, self.p1, self.alpha, self.beta, self.model)


@dataclass(frozen=True)
class Run:
    """A run: where its games come from, when they were played, which blocks, and what it found."""

    number: int
    provenance: Provenance
    started: str
    """In UTC, as ISO 8601 writes it."""
    ended: str
    """When it last stored something."""
    games: int = 0
    blocks: tuple[Span, ...] = ()
    """The blocks of which it stored games."""
    test: StoredTest | None = None
    failures: tuple[Trouble, ...] = field(default=(), compare=False)
    """The first failure of each agent."""

    @classmethod
    def begin(cls, number: int, provenance: Provenance, started: str) -> Run:
        """Return a run that has stored nothing yet."""
        return cls(number, provenance, started, now())

    def with_games(self, blocks: Iterable[int], games: int) -> Run:
        """Return the run after it has stored games of these blocks."""
        return replace(self, blocks=joined(self.blocks, blocks), games=self.games + games, ended=now())

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {
            "run": self.number,
            "started": self.started,
            "ended": self.ended,
            "games": self.games,
            "blocks": [list(span) for span in self.blocks],
            **self.provenance.to_dict(),
            "sprt": asdict(self.test) if self.test else None,
            "failures": [failure.to_dict() for failure in self.failures],
        }


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def joined(spans: Iterable[Span], blocks: Iterable[int]) -> tuple[Span, ...]:
    """Return spans with some blocks more, as few as possible.

    >>> joined([(0, 3)], [7, 4, 5])
    ((0, 5), (7, 7))
    """
    found: list[Span] = []
    for first, last in sorted([*spans, *((block, block) for block in blocks)]):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple(found)


def spans_in_words(spans: Sequence[Span]) -> str:
    """Return blocks in words, of many spans the first.

    >>> spans_in_words([(0, 5), (7, 7)]), spans_in_words([(0, 0)])
    ('blocks 0 to 5, 7', 'block 0')
    """
    some = spans[:MAX_SPANS_LISTED]
    words = ", ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in some)
    if len(spans) > len(some):
        words += f" and so on to {spans[-1][1]}"
    return f"block{'' if words.isdigit() else 's'} {words}"


def run_path(folder: Path, number: int) -> Path:
    """Return the name of the file of a run."""
    return folder / f"run-{number:06d}.json"


def write_run(folder: Path, run: Run) -> None:
    """Write a run, in place of what was written of it before; raises StoreError."""
    data = {"format": FORMAT, "format_version": VERSION, **run.to_dict()}
    text = json.dumps(data, indent=1) + "\n"
    write_whole(run_path(folder, run.number), lambda file: file.write(text.encode()), force=True)


def read_runs(folder: Path, problems: list[StoreError] | None = None) -> list[Run]:
    """Return the runs in the folder of a match, in their order; results of older versions have none.

    Errors about files that cannot be read are added to `problems`, as games are sound without them; without
    such a list the first one is raised, a StoreError.
    """
    if not folder.is_dir():
        return []
    found = []
    with reporting_errors(folder, "read"):
        numbered = _numbered(folder)
    for number, path in numbered:
        try:
            found.append(_read(path, number))
        except StoreError as error:
            if problems is None:
                raise
            problems.append(error)
    return found


def tests_of(runs: Iterable[Run]) -> list[StoredTest]:
    """Return the sequential tests of some runs, each as the last of them left it."""
    return list({run.test.question: run.test for run in runs if run.test}.values())


def next_run(folder: Path) -> int:
    """Return the number of the next run; raises StoreError."""
    with reporting_errors(folder, "read"):
        return max((number for number, _ in _numbered(folder)), default=0) + 1


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    matches = ((RUN.fullmatch(path.name), path) for path in folder.iterdir())
    return sorted((int(match[1]), path) for match, path in matches if match)


def _read(path: Path, number: int) -> Run:
    with reporting_errors(path, "read"):
        text = path.read_bytes()
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or type(data["format_version"]) is not int:
            raise KeyError("format")
        if data["format_version"] > VERSION:
            raise StoreError(
                f"{path} has format version {data['format_version']}, and this catanlab reads up to "
                f"{VERSION}: use the newer catanlab that wrote it"
            )
        test = data["sprt"]
        names = Provenance.__dataclass_fields__
        return Run(
            number,
            Provenance.from_dict({name: data[name] for name in names}),
            data["started"],
            data["ended"],
            data["games"],
            tuple((first, last) for first, last in data["blocks"]),
            StoredTest(**{**test, "bounds": tuple(test["bounds"])}) if test else None,
            tuple(Trouble.from_dict(failure) for failure in data["failures"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(
            f"{path} is damaged; put back a copy, or move it away: the games are sound without it"
        ) from None

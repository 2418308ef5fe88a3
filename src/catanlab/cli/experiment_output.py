"""What `catanlab experiment` prints: the list, the cost, progress and tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Protocol, TextIO

from catanlab.cli.columns import in_columns, paragraph
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.match_progress import SECONDS_BETWEEN_LINES, Lines, Speed, picture
from catanlab.cli.table_formats import print_tables
from catanlab.lab.experiments.catalogue import experiments
from catanlab.lab.experiments.entry import SCALES, Experiment
from catanlab.lab.experiments.findings import Findings
from catanlab.lab.experiments.report import Origin, claims_table, headline, to_data
from catanlab.lab.experiments.running import Cost, cpu_seconds
from catanlab.lab.experiments.tables import Table
from catanlab.lab.match import Progress
from catanlab.lab.match_plan import MatchPlan


class Titled(Protocol):
    """One of several matches: its title and its plan."""

    @property
    def title(self) -> str: ...

    @property
    def plan(self) -> MatchPlan: ...


def list_experiments() -> list[str]:
    """Return a line for each experiment: its name, what it is, and at which scales it runs."""
    rows = [("name", "what", "scales")]
    for each in experiments():
        scales = " ".join(scale for scale in SCALES if scale in each.scales) or "not by agents"
        rows.append((each.name, _titled(each), scales))
    return in_columns(rows)


def explain_people(experiment: Experiment, form: str) -> None:
    """Print in a format why agents cannot run an experiment, and the command that comes nearest."""
    cells = {
        "experiment": experiment.name,
        "reason": experiment.reason,
        "nearest": experiment.nearest,
    }
    if form == "json":
        print(json.dumps({**cells, "title": experiment.title}, indent=2))
    elif form != "text":
        print_tables([Table(experiment.title, tuple(cells), (tuple(cells.values()),), len(cells))], form)
    else:
        print("\n".join(paragraph(f"{experiment.title}: {experiment.reason}", hanging=0)))
        print(f"\nThe nearest: {experiment.nearest}")


def announce_cost(experiment: Experiment, scale: str, costs: Sequence[Cost], stream: TextIO) -> None:
    """Print how many games are missing, and how long they will take."""
    games = sum(cost.games for cost in costs)
    there = sum(cost.match.games for cost in costs) - games
    if not games:
        words = "all games are there" if costs else "no games, about a minute"
        print(f"{experiment.name}, scale {scale}: {words}", file=stream)
        return
    seconds, unknown = cpu_seconds(costs)
    known = f"about {_cpu_time(seconds)}" if seconds else ""
    unsure = f"{unknown:,} games of unknown cost" if unknown else ""
    basis = "measured on these matches" if all(c.measured for c in costs if c.games) else "estimated"
    cost = " and ".join(filter(None, (known, unsure)))
    words = f"{games:,} games to play" + (f", {there:,} are there" if there else "")
    print(f"{experiment.name}, scale {scale}: {words}; {cost} ({basis})", file=stream, flush=True)


@contextmanager
def show_progress(
    stream: TextIO, command: str
) -> Iterator[Callable[[int, Sequence[Titled], Progress], None]]:
    """Give a function that shows the progress of all matches on the stream."""
    display = _Display(stream, command)
    try:
        with display.live():
            yield display.show
    except KeyboardInterrupt:
        print("Stopped; the same command goes on from there.", file=stream)
        raise


class _Display:
    """The progress of the match that is played, and which of how many it is."""

    def __init__(self, stream: TextIO, command: str) -> None:
        self._stream = stream
        self._command = command
        self._current = -1
        self._live: object | None = None
        self._speed = Speed()
        self._begun = monotonic()
        self._troubles = 0

    @contextmanager
    def live(self) -> Iterator[None]:
        if not self._stream.isatty():
            yield
            return
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(file=self._stream), transient=True, refresh_per_second=4) as live:
            self._live = live
            yield

    def show(self, number: int, matches: Sequence[Titled], progress: Progress) -> None:
        match = matches[number]
        if number != self._current:
            self._current, self._speed, self._troubles = number, Speed(), 0
        for trouble in progress.troubles[self._troubles :]:
            words = escape_control_characters(str(trouble))
            print(f"{self._command}: {words}", file=self._stream)
        self._troubles = len(progress.troubles)
        place = f"match {number + 1} of {len(matches)}, {match.title}"
        if self._live is not None:
            if self._speed.has_passed(0.25):
                from rich.console import Group
                from rich.live import Live
                from rich.text import Text

                assert isinstance(self._live, Live)
                self._live.update(Group(Text(place), picture(match.plan, progress, self._speed)))
        elif monotonic() - self._begun >= SECONDS_BETWEEN_LINES:
            self._begun = monotonic()
            print(
                f"{place}: {Lines(match.plan, self._stream, self._speed).line(progress)}", file=self._stream
            )


def print_findings(findings: Findings, origin: Origin, form: str) -> None:
    """Print verdicts and tables in a format."""
    if form == "json":
        print(json.dumps(to_data(findings, origin), indent=2))
        return
    tables = [*([claims_table(findings.judged)] if findings.judged else []), *findings.tables]
    if form != "text":
        print_tables(tables, form)
        return
    print(f"{_titled(findings.experiment)}, scale {findings.scale}")
    for each in findings.judged:
        print()
        print("\n".join(paragraph(f"{each.claim.title}: {each.words}", hanging=2)))
    if findings.judged:
        print(f"\n{headline(findings.judged)}")
    for table in findings.tables:
        numbers = range(table.left, len(table.head))
        print(f"\n{table.title}")
        print("\n".join(in_columns([table.head, *table.rows], right=numbers)))
    for note in findings.notes:
        print("\n".join(paragraph(note)))


def _titled(experiment: Experiment) -> str:
    source = " ".join(word for word in (experiment.source.capitalize(), experiment.place) if word)
    return f"{source}: {experiment.title}"


def _cpu_time(seconds: float) -> str:
    """Return the time of one core in the unit that fits it.

    >>> _cpu_time(12_700), _cpu_time(72), _cpu_time(0.04)
    ('3.5 CPU-hours', '1.2 CPU-minutes', '0.04 CPU-seconds')
    """
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= size:
            return f"{seconds / size:,.{1 if seconds < 100 * size else 0}f} CPU-{unit}"
    return f"{seconds:.2g} CPU-seconds"

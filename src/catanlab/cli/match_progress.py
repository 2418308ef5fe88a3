"""The progress of a match: a live display on a terminal, a line every few seconds otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from catanlab.cli.control_characters import escape_control_characters
from catanlab.lab.match import Progress
from catanlab.lab.match_plan import MatchPlan

SECONDS_BETWEEN_LINES = 10.0
"""The time between two lines where there is no terminal."""


@contextmanager
def watcher(plan: MatchPlan, stream: TextIO) -> Iterator[Callable[[Progress], None]]:
    """Give a function that shows the progress of a match on the stream, until the match is over."""
    speed = Speed()
    if not stream.isatty():
        yield Lines(plan, stream, speed).show
        return
    console = Console(file=stream)
    with Live(console=console, transient=True, refresh_per_second=4) as live:

        def show(progress: Progress) -> None:
            if speed.has_passed(0.25):
                live.update(picture(plan, progress, speed))

        yield show


class Speed:
    """The games a second of a match, and the time since it was last shown."""

    def __init__(self) -> None:
        self._start = self._shown = monotonic()

    def has_passed(self, seconds: float) -> bool:
        """Return whether so much time has passed since the last True."""
        now = monotonic()
        if now - self._shown < seconds:
            return False
        self._shown = now
        return True

    def words(self, progress: Progress) -> str:
        """Return the games a second since the start, and how long the rest will take."""
        spent = max(monotonic() - self._start, 1e-9)
        played = progress.done - progress.found
        if not played:
            return "starting"
        left = (progress.blocks - progress.done) * spent / played
        games = progress.games / max(progress.done, 1) * played
        return f"{games / spent:,.4g} games/s, {clock(left)} to go"


class Lines:
    """Prints the progress in a line every few seconds."""

    def __init__(self, plan: MatchPlan, stream: TextIO, speed: Speed) -> None:
        self._plan = plan
        self._stream = stream
        self._speed = speed

    def show(self, progress: Progress) -> None:
        """Print a line if it is time for one."""
        if self._speed.has_passed(SECONDS_BETWEEN_LINES):
            print(self.line(progress), file=self._stream, flush=True)

    def line(self, progress: Progress) -> str:
        """Return the line."""
        rates = ", ".join(f"{spec} {rate}" for spec, rate in _rates(self._plan, progress))
        return f"{_count(progress)}, {self._speed.words(progress)}; {rates}"


def picture(plan: MatchPlan, progress: Progress, speed: Speed) -> RenderableType:
    """Return a bar, the speed and the win rates so far."""
    bar = Table.grid()
    bar.add_row(ProgressBar(total=progress.blocks, completed=progress.done, width=60))
    grid = Table.grid(padding=(0, 2))
    for spec, rate in _rates(plan, progress):
        grid.add_row(Text(spec), Text(rate))
    tests = [Text(str(progress.referee.test))] if progress.referee else []
    return Group(
        bar,
        Text(f"{_count(progress)}, {speed.words(progress)}"),
        grid,
        *tests,
        *[Text(escape_control_characters(str(trouble)), style="red") for trouble in progress.troubles[-3:]],
    )


def clock(seconds: float) -> str:
    """Return a length of time as hours, minutes and seconds.

    >>> clock(75), clock(3675)
    ('1:15', '1:01:15')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _count(progress: Progress) -> str:
    return f"{progress.done:,} of {progress.blocks:,} blocks, {progress.games:,} games"


def _rates(plan: MatchPlan, progress: Progress) -> list[tuple[str, str]]:
    rates = zip(plan.agents, progress.rates(), strict=True)
    return [(escape_control_characters(spec), str(rate) if rate else "-") for spec, rate in rates]

"""How a search stands while it runs: a live line on a terminal, nothing without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from catanlab.search.search import Search

EVERY = 0.5
"""Seconds between two looks."""


@contextmanager
def watcher(search: Search, stream: TextIO) -> Iterator[Callable[[], bool] | None]:
    """Give what the search is to call between its slices, which shows how it stands and never stops it."""
    if not stream.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    start = shown = monotonic()
    with Live(console=Console(file=stream), transient=True, auto_refresh=False) as live:

        def watch() -> bool:
            nonlocal shown
            now = monotonic()
            if now - shown >= EVERY:
                shown = now
                live.update(Text(standing(search, now - start)), refresh=True)
            return False

        yield watch


def standing(search: Search, seconds: float) -> str:
    """Return in a line what the search prefers by now.

    The trees of other threads are not looked at while they grow: then only simulations are counted.
    """
    told = f"{seconds:.1f} s, {search.done:,} simulations"
    if search.settings.threads > 1:
        return told
    moves = search.moves()
    if not moves:
        return told
    best = moves[0]
    return (
        f"{told}: {best.move.text} with {best.visits:,} visits, value {best.value:.3f} ± {best.error:.3f}"
    )

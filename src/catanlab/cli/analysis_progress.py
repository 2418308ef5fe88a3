"""The progress of a search: a live line on a terminal, nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from catanlab.search.search import Search

SECONDS_BETWEEN_UPDATES = 0.5


@contextmanager
def live_progress(search: Search, stream: TextIO) -> Iterator[Callable[[], bool] | None]:
    """Yield a callback that shows the progress and never stops the search; None without a terminal."""
    if not stream.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    start = shown = monotonic()
    with Live(console=Console(file=stream), transient=True, auto_refresh=False) as live:

        def show() -> bool:
            nonlocal shown
            now = monotonic()
            if now - shown >= SECONDS_BETWEEN_UPDATES:
                shown = now
                live.update(Text(progress_text(search, now - start)), refresh=True)
            return False

        yield show


def progress_text(search: Search, seconds: float) -> str:
    """Return a line with the time, the simulations and the best move so far.

    The trees of several threads must not be read while they grow: then there is no best move.
    """
    text = f"{seconds:.1f} s, {search.done:,} simulations"
    if search.settings.threads > 1:
        return text
    moves = search.moves()
    if not moves:
        return text
    best = moves[0]
    return (
        f"{text}: {best.move.text} with {best.visits:,} visits, value {best.value:.3f} ± {best.error:.3f}"
    )

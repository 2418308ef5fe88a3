"""The moves of a search result in rows of words, and as a table for terminals and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from catanlab.search.result import RootMove, SearchResult, Step

if TYPE_CHECKING:
    from rich.table import Table


def header(result: SearchResult) -> list[str]:
    """Return the names of the columns; priors and availability only where moves differ in them."""
    names = ["move", "visits", "share", "value", "spread"]
    return [*names, *["prior"][: _has_priors(result)], *["available"][: _has_availability(result)]]


def rows(result: SearchResult, lines: int | None = None) -> list[list[str]]:
    """Return a row for each move, the most visited first, all of them or this many.

    A value comes with its standard error. The share is that of all visits of moves.
    """
    total = max(sum(move.visits for move in result.moves), 1)
    listed = []
    for move in result.moves[:lines]:
        row = [move.move.text, f"{move.visits:,}", f"{move.visits / total:.1%}", *_worth(move)]
        if _has_priors(result):
            row.append(f"{move.prior:.3f}")
        if _has_availability(result):
            row.append(f"{move.available:,}")
        listed.append(row)
    return listed


def variation_text(steps: Sequence[Step], most: int = 12) -> str:
    """Return a variation as text, each move with its seat as in a record, an outcome alone.

    >>> from catanlab.games.gomoku import GomokuMove
    >>> moves = [GomokuMove.parse(text) for text in ("b2", "a1")]
    >>> variation_text([Step(i, move, 9, (0.5, 0.5)) for i, move in enumerate(moves)])
    '0:b2, 1:a1'
    """
    words = [
        step.move.text if step.seat is None else f"{step.seat}:{step.move.text}" for step in steps[:most]
    ]
    return ", ".join([*words, *["..."][: len(steps) > most]])


def effort_text(result: SearchResult) -> str:
    """Return how much was searched: simulations, seconds, trees, nodes and depth."""
    inherited = f", {result.inherited:,} visits kept from before" if result.inherited else ""
    trees = f" in {result.trees} trees" if result.trees > 1 else ""
    refused = f", {result.refused:,} more did not fit" if result.refused else ""
    return (
        f"{result.iterations:,} simulations in {result.seconds:.2f} s "
        f"({result.iterations_per_s:,.0f} a second){inherited}; {result.nodes:,} nodes{trees}{refused}; "
        f"depth {result.depth_mean:.1f} on average, {result.depth_max} at most"
    )


def rich_table(result: SearchResult, lines: int | None = None) -> Table:
    """Return the moves as a table of rich, the chosen one in bold."""
    from rich.table import Table
    from rich.text import Text

    chosen = result.best.text
    table = Table(
        title=f"{result.game.title}: seat {result.seat} chooses {chosen}", caption=effort_text(result)
    )
    for place, name in enumerate(header(result)):
        table.add_column(name, justify="right" if place else "left", no_wrap=place > 0)
    for row in rows(result, lines):
        table.add_row(*map(Text, row), style="bold" if row[0] == chosen else None)
    return table


def _worth(move: RootMove) -> tuple[str, str]:
    if not move.visits:
        return "-", "-"
    return f"{move.value:.3f} ± {move.error:.3f}", f"{move.spread:.3f}"


def _has_priors(result: SearchResult) -> bool:
    return len({move.prior for move in result.moves}) > 1


def _has_availability(result: SearchResult) -> bool:
    return len({move.available for move in result.moves}) > 1

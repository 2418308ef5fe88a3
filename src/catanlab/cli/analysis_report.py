"""What a search found, in plain lines for a terminal or a pipe."""

from __future__ import annotations

from catanlab.cli.columns import in_columns, paragraph
from catanlab.cli.harmless import harmless
from catanlab.cli.viewpoint import Viewpoint
from catanlab.search.result import SearchResult
from catanlab.search.result_table import effort_text, header, rows, variation_text

OPEN = "Nothing tells what the seat has seen: it is searched with open cards."


def report(result: SearchResult, agent: str, viewpoint: Viewpoint, lines: int) -> list[str]:
    """Return who searched what, the most visited moves, where the best play leads, and the effort."""
    listed = rows(result, lines)
    columns = in_columns([header(result), *listed], right=range(1, len(header(result))))
    left = len(result.moves) - len(listed)
    return [
        harmless(f"{result.game.title}, {viewpoint.place}: seat {result.seat} to move, {agent}"),
        *([OPEN] if viewpoint.is_open else []),
        harmless(f"Best move: {result.best.text}"),
        "",
        *columns,
        *([f"and {left:,} more"] if left else []),
        "",
        *paragraph(f"Expected play: {harmless(variation_text(result.variation))}", hanging=2),
        *paragraph(f"{effort_text(result)}.", hanging=2),
    ]

"""The result of a search as plain lines, for a terminal or a pipe."""

from __future__ import annotations

from catanlab.cli.columns import in_columns, paragraph
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.viewpoint import Viewpoint
from catanlab.search.result import SearchResult
from catanlab.search.result_table import effort_text, header, rows, variation_text

OPEN_CARDS = "It is unknown what the seat has seen: the search uses open cards."


def report(result: SearchResult, agent: str, viewpoint: Viewpoint, lines: int) -> list[str]:
    """Return the agent and position, the most visited moves, the expected play, and the effort."""
    listed = rows(result, lines)
    columns = in_columns([header(result), *listed], right=range(1, len(header(result))))
    left = len(result.moves) - len(listed)
    return [
        escape_control_characters(
            f"{result.game.title}, {viewpoint.place}: seat {result.seat} to move, {agent}"
        ),
        *([OPEN_CARDS] if viewpoint.is_open else []),
        escape_control_characters(f"Best move: {result.best.text}"),
        "",
        *columns,
        *([f"and {left:,} more"] if left else []),
        "",
        *paragraph(
            f"Expected play: {escape_control_characters(variation_text(result.variation))}", hanging=2
        ),
        *paragraph(f"{effort_text(result)}.", hanging=2),
    ]

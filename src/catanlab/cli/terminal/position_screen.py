"""A position on the screen: of Catan the map and the panel, of another game its own text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from catanlab.cli.terminal.board_map import Lines, large_map, small_map
from catanlab.cli.terminal.panel import PANEL_COLUMNS, panel
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView


def draw_position(
    source: State | View, names: Sequence[str], lines: Lines, columns: int = 80
) -> list[Text]:
    """Return a position, or what a seat knows of it; on a narrow screen the panel is below the map.

    When the robber is to move, the map has the numbers of the hexes.
    """
    if not isinstance(source, CatanState | CatanView):
        return draw_plain_position(source)
    position = source.position
    robbing = position.phase is Phase.ROBBING
    drawn = small_map(source.game.board, position.seats, position.robber, lines, hexes=robbing).lines
    side = panel(position, names, lines)
    gap = len(drawn[0]) + 1
    if columns < gap + PANEL_COLUMNS:
        return [*drawn, Text(), *side]
    for number, text in enumerate(side):
        if number == len(drawn):
            drawn.append(Text(" " * (gap - 1)))
        drawn[number].append(" ")
        drawn[number].append_text(text)
    return drawn


def draw_numbered_map(source: State | View, lines: Lines) -> list[Text]:
    """Return the board with the numbers of all nodes and hexes."""
    if not isinstance(source, CatanState | CatanView):
        return draw_plain_position(source)
    return large_map(source.game.board, source.position.seats, source.position.robber, lines).lines


def draw_plain_position(source: State | View) -> list[Text]:
    """Return the position of a game, or what a seat knows of it, by its own text."""
    if not isinstance(source, State) and type(source).__str__ is object.__str__:
        # A view without a text of its own is that of a game without hidden information.
        source = source.sample(Random(0))
    head, body = repr(source).strip("<>"), str(source)
    shown = [] if body in head or body == repr(source) else body.split("\n")
    return [Text(head, style="bold"), *map(Text, shown)]

"""A position on the screen: for Catan the map with the panel beside it, for other games their own text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from catanlab.cli.terminal.board_map import Lines, large_map, small_map
from catanlab.cli.terminal.panel import WIDTH, panel
from catanlab.cli.terminal.story import Moment, seats_of
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.view.view import CatanView


def scene(source: State | View, names: Sequence[str], lines: Lines, columns: int = 80) -> list[Text]:
    """Return a position, or what a seat knows of it; what does not fit beside the map comes below it."""
    if not isinstance(source, CatanState | CatanView):
        return plain_scene(source)
    moment = Moment.of(source)
    drawn = small_map(source.game.board, seats_of(moment.facts), moment.facts.robber, lines).lines
    beside = panel(moment, names, lines)
    gap = len(drawn[0]) + 1
    if columns < gap + WIDTH:
        return [*drawn, Text(), *beside]
    for number, text in enumerate(beside):
        if number == len(drawn):
            drawn.append(Text(" " * (gap - 1)))
        drawn[number].append(" ")
        drawn[number].append_text(text)
    return drawn


def numbered_map(source: State | View, lines: Lines) -> list[Text]:
    """Return the board with the numbers of all nodes and hexes."""
    if not isinstance(source, CatanState | CatanView):
        return plain_scene(source)
    facts = Moment.of(source).facts
    return large_map(source.game.board, seats_of(facts), facts.robber, lines).lines


def plain_scene(source: State | View) -> list[Text]:
    """Return the position of a game without secrets, as it shows itself."""
    state = source if isinstance(source, State) else source.sample(Random(0))
    head, body = repr(state).strip("<>"), str(state)
    shown = [] if body in head or body == repr(state) else body.split("\n")
    return [Text(head, style="bold"), *map(Text, shown)]

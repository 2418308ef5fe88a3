"""The course of a declared game as a picture: cycles, phases of a turn, and what interrupts them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.chance import Chance
from catanlab.framework.declared.declaration import Declaration
from catanlab.framework.declared.flow import Cycle, GameState, Interrupt
from catanlab.framework.declared.pieces import Placeable
from catanlab.framework.declared.power_actions import AcquireLogic, PlayLogic
from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.rule import Declared, Rule
from catanlab.framework.markup import FONT, clean, element, group, path, shorten, write

_WIDTH, _HEIGHT = 168.0, 40.0
_GAP_X, _GAP_Y = 84.0, 30.0
_MARGIN = 24.0
_LEGEND = (
    "Blue: a phase of the turn. Orange: an interruption, then the game goes back. Green: chance decides."
)
_LEGEND_WIDTH = 620.0
_INK, _PAPER = "#22313f", "#ffffff"
_FILLS = {"game state": "#d9e8f5", "interrupt": "#fbe5c8", "chance": "#e3efd8"}

Edge = tuple[Declared, Declared]
Point = tuple[float, float]


def begun_by(declaration: type[Declaration]) -> list[Edge]:
    """Return which phase or chance begins which interrupt or chance, each pair once.

    A rule begins what it names beside `begin` or `draw_from`; `activate` leads to the rules of a piece.
    """
    structure = declaration.structure
    found: dict[Edge, None] = {}
    for hung in structure.rules():
        if hung.event == "builtin":
            continue
        for source in _sources(declaration, hung.part, ()):
            for node in _begins(declaration, hung.rule):
                found[source, node] = None
    for action in structure.actions:
        if isinstance(action, AcquireLogic):
            for source in _sources(declaration, action, ()):
                found[source, action.deck] = None
    for interrupt in structure.interrupts:
        if interrupt.then is not None:
            found[interrupt, interrupt.then] = None
    return [edge for edge in found if edge[0] is not edge[1]]


def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return function.__code__.co_names


def _begins(declaration: type[Declaration], rule: Rule) -> Iterable[Declared]:
    names = _names(rule.function)
    if not {"begin", "draw_from"} & set(names):
        return ()
    structure = declaration.structure
    return [node for node in (*structure.interrupts, *structure.chances) if node.name in names]


def _sources(
    declaration: type[Declaration], part: Declared, seen: tuple[Declared, ...]
) -> Iterable[Declared]:
    """Return the phases or chances in which the rules of a declared thing fire."""
    structure = declaration.structure
    if part in seen:
        return ()
    if isinstance(part, GameState | Interrupt | Chance):
        return (part,)
    if isinstance(part, Action):
        return [node for node in structure.nodes if part in node.actions]
    found: dict[Declared, None] = {}
    if isinstance(part, Logic):
        for action in structure.actions:
            if isinstance(action, PlayLogic) and action.logic is part:
                found |= dict.fromkeys(_sources(declaration, action, (*seen, part)))
    elif isinstance(part, Placeable):
        for hung in structure.rules():
            names = _names(hung.rule.function)
            if "activate" in names and part.name in names:
                found |= dict.fromkeys(_sources(declaration, hung.part, (*seen, part)))
    return found


def flow_svg(declaration: type[Declaration]) -> str:
    """Return the course of a game as an SVG picture.

    >>> from catanlab.games.cant_stop import CantStop
    >>> flow_svg(CantStop).startswith("<svg")
    True
    """
    structure = declaration.structure
    edges = begun_by(declaration)
    places, frames = _layout(structure.cycles, edges)
    parts = [_frame(cycle, box) for cycle, box in frames]
    parts += [_step(cycle, places) for cycle in structure.cycles if cycle.states]
    parts += [_arrow(places[start], places[end]) for start, end in edges]
    pairs = zip(structure.cycles, structure.cycles[1:], strict=False)
    parts += [_passage(first, second, dict(frames)) for first, second in pairs]
    parts += [_box(node, place) for node, place in places.items()]
    width = max(_LEGEND_WIDTH, *(x + _WIDTH for x, _ in places.values())) + 2 * _MARGIN
    height = max(bottom for _, (_, _, _, bottom) in frames)
    height = max(height, *(y + _HEIGHT for _, y in places.values())) + _MARGIN + 26
    parts.append(write(_LEGEND, _MARGIN, height - 14, 12, fill=_INK, anchor="start"))
    marker = element(
        "marker",
        path("M0,0L8,4L0,8z", fill=_INK),
        id="tip",
        viewBox="0 0 8 8",
        refX=8.0,
        refY=4.0,
        markerWidth=7.0,
        markerHeight=7.0,
        orient="auto",
    )
    return element(
        "svg",
        element("defs", marker),
        element("rect", width=width, height=height, fill=_PAPER),
        group(*parts, font_family=FONT, text_anchor="middle"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=width,
        height=height,
    )


def _layout(
    cycles: list[Cycle], edges: list[Edge]
) -> tuple[dict[Declared, Point], list[tuple[Cycle, tuple[float, float, float, float]]]]:
    """Return where the boxes lie, and the frames of the cycles: left, top, right, bottom."""
    places: dict[Declared, Point] = {}
    frames = []
    y = _MARGIN
    left = _MARGIN + 26
    for cycle in cycles:
        top, y = y, y + 34
        for state in cycle.states:
            places[state] = (left, y)
            y += _HEIGHT + _GAP_Y
        y += 0 if cycle.states else 10
        bottom = y - (10 if cycle.states else 0)
        frames.append((cycle, (_MARGIN, top, left + _WIDTH + 26, bottom)))
        y = bottom + 46
    column = list(places)
    x = left + _WIDTH + 26 + _GAP_X
    while column:
        # The next column: what those of this one begin, near the middle of what begins it.
        following = list(
            dict.fromkeys(end for start, end in edges if start in column and end not in places)
        )
        if not following:
            break
        y = _MARGIN + 34
        for node in sorted(following, key=lambda end: _middle(end, edges, places)):
            y = max(y, _middle(node, edges, places))
            places[node] = (x, y)
            y += _HEIGHT + _GAP_Y
        column, x = following, x + _WIDTH + _GAP_X
    return places, frames


def _middle(node: Declared, edges: list[Edge], places: dict[Declared, Point]) -> float:
    heights = [places[start][1] for start, end in edges if end is node and start in places]
    return sum(heights) / len(heights)


def _box(node: Declared, place: Point) -> str:
    x, y = place
    fill = _FILLS.get(node.noun, _FILLS["chance"])
    box = element("rect", x=x, y=y, width=_WIDTH, height=_HEIGHT, rx=7.0, fill=fill, stroke=_INK)
    return group(box, write(shorten(node.title, 24), x + _WIDTH / 2, y + _HEIGHT / 2 + 5, 14, fill=_INK))


def _frame(cycle: Cycle, box: tuple[float, float, float, float]) -> str:
    left, top, right, bottom = box
    rect = element(
        "rect",
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        rx=10.0,
        fill="none",
        stroke="#8a99a8",
    )
    return group(rect, write(cycle.title, (left + right) / 2, top + 22, 15, fill=_INK, bold=True))


def _line(d: str, dashed: bool = False) -> str:
    dash = "5 4" if dashed else None
    return path(
        d, fill="none", stroke=_INK, stroke_width=1.4, stroke_dasharray=dash, marker_end="url(#tip)"
    )


def _step(cycle: Cycle, places: dict[Declared, Point]) -> str:
    """Return the arrows from state to state, and from the last one back to the first: the next seat."""
    parts = []
    for first, second in zip(cycle.states, cycle.states[1:], strict=False):
        (x, y), (_, below) = places[first], places[second]
        parts.append(_line(f"M{x + _WIDTH / 2:.0f},{y + _HEIGHT:.0f}V{below - 1:.0f}"))
    (x, top), (_, bottom) = places[cycle.states[0]], places[cycle.states[-1]]
    start, end = bottom + _HEIGHT - 10, top + 10
    parts.append(_line(f"M{x:.0f},{start:.0f}h-14V{end:.0f}h13"))
    parts.append(write("next seat", x + 2, bottom + _HEIGHT + 13, 11, fill=_INK, anchor="start"))
    return "".join(parts)


def _passage(first: Cycle, second: Cycle, frames: dict[Cycle, tuple[float, float, float, float]]) -> str:
    """Return the arrow from one cycle to the next, with the predicates that let it."""
    left, _, right, bottom = frames[first]
    x, top = (left + right) / 2, frames[second][1]
    words = " and ".join(rule.name.replace("_", " ") for rule in (*first.until_rules, *second.when_rules))
    label = element(
        "text",
        clean(shorten(words, 60)),
        x=x + 10,
        y=(bottom + top) / 2 + 4,
        font_size=12.0,
        fill=_INK,
        text_anchor="start",
        stroke=_PAPER,
        stroke_width=4.0,
        paint_order="stroke",
    )
    return _line(f"M{x:.0f},{bottom:.0f}V{top - 1:.0f}") + label


def _arrow(start: Point, end: Point) -> str:
    """Return the dashed arrow to what a phase begins."""
    (x1, y1), (x2, y2) = start, end
    if x2 > x1:
        begin, stop = (x1 + _WIDTH, y1 + _HEIGHT / 2), (x2 - 1, y2 + _HEIGHT / 2)
        bend = _GAP_X * 0.6
        curve = f"M{begin[0]:.0f},{begin[1]:.0f}C{begin[0] + bend:.0f},{begin[1]:.0f}"
        return _line(f"{curve} {stop[0] - bend:.0f},{stop[1]:.0f} {stop[0]:.0f},{stop[1]:.0f}", dashed=True)
    # Back, or within a column: from below or above, through the gap between the rows.
    down = y2 > y1
    begin = (x1 + 24, y1 + (_HEIGHT if down else 0))
    stop = (x2 + _WIDTH - 24, y2 - 1 if down else y2 + _HEIGHT + 1)
    middle = (begin[1] + stop[1]) / 2
    curve = f"M{begin[0]:.0f},{begin[1]:.0f}C{begin[0]:.0f},{middle:.0f} {stop[0]:.0f},{middle:.0f}"
    return _line(f"{curve} {stop[0]:.0f},{stop[1]:.0f}", dashed=True)

"""The board of Catan as a map of text: hexes, ports, robber, buildings and roads.

A node shows its number, or its building: `s1` is a settlement of seat 1, `C1` a city. Every seat has its
own kind of line for roads. The robber is a star. A port is named next to its edge, which is drawn with
colons: the nodes at both ends trade there. The small map has 19 lines and 47 columns, and on request the
number of every hex in its upper half, as `h7`; the large one always has it, and shows the number of a node
with a building as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from catanlab.cli.terminal.canvas import Canvas
from catanlab.games.catan.board import PORT_NAMES, TERRAIN_NAMES, Board
from catanlab.games.catan.grid import NODE_POINTS, edge_nodes, hex_nodes, node_neighbours, port_edge
from catanlab.games.catan.position import SeatPosition

SEAT_STYLES = ("bold #ff8700", "bold #5fafff", "bold #f0e442", "bold #dd98c0")
"""Colours that colour-blind people can tell apart; digits and kinds of lines show the seat as well."""
TERRAIN_STYLES = ("#5fa75f", "#d7875f", "#a6cf7c", "#e3c04b", "#a6afba", "#c8b68a")
_HOT = "bold #ff5f5f"
_SEA = "#5fd7d7"
_DIM = "grey58"
_ROBBER = "reverse bold"
_HEX_NUMBER = "bold #d7afff"

_EAST_COLUMNS = 5
"""Columns east of the board for the names of ports; in the west there is space enough."""
_WEST_COLUMNS = 1
_LEVELS = sorted({round(y, 2) for _, y in NODE_POINTS})
_COLUMN = math.sqrt(3) / 2


@dataclass(frozen=True)
class Lines:
    """How an edge is drawn, slanted and upright: without a road, with one of each seat, at a port."""

    empty: str
    roads: tuple[str, str, str, str]
    port: str = "::"


FINE = Lines("\u2504\u250a", ("\u2501\u2503", "\u2550\u2551", "\u2592\u2592", "\u2248\u2248"))
"""Dashes where there is no road; thick, double, grey and wavy lines."""
ASCII = Lines("-|", ("##", "==", "%%", "~~"))


@dataclass(frozen=True)
class _Scale:
    """How large a map is: columns from a node to the next, how wide its label is, lines of a hex.

    `harbour_lines` are those below the southernmost nodes, for ports that have no room between them.
    """

    step: int
    label: int
    lines: int
    harbour_lines: int

    def column(self, node: int) -> int:
        """Return the first column of a node's label."""
        return _WEST_COLUMNS + (round(NODE_POINTS[node][0] / _COLUMN) + 5) * self.step

    def line(self, node: int) -> int:
        """Return the line of a node, below the line for the ports in the north."""
        level = _LEVELS.index(round(NODE_POINTS[node][1], 2))
        return 1 + level + level // 2 * self.lines


_SMALL = _Scale(4, 2, 1, 1)
_LARGE = _Scale(6, 4, 2, 0)


def small_map(
    board: Board,
    seats: Sequence[SeatPosition],
    robber: int,
    lines: Lines = ASCII,
    *,
    hexes: bool = False,
) -> Canvas:
    """Return the map that leaves space for a panel: 47 columns, 19 lines; `hexes` numbers the hexes.

    >>> from catanlab import Catan
    >>> canvas = small_map(Catan(board="beginner").board, (), 9)
    >>> for line in canvas.plain[1:4]:
    ...     print(line)
               :: 0--  -- 1::  -- 2--
              3       4       5       6
             | ore 10|sheep 2| wood 9|
    """
    canvas = _draw(board, seats, robber, _SMALL, lines)
    for hexagon in range(19 if hexes else 0):
        west, east = hex_nodes(hexagon)[5], hex_nodes(hexagon)[1]
        middle = (_SMALL.column(west) + _SMALL.column(east) + _SMALL.label) // 2
        canvas.centre(middle, _SMALL.line(west), f"h{hexagon}", _HEX_NUMBER)
    return canvas


def large_map(board: Board, seats: Sequence[SeatPosition], robber: int, lines: Lines = ASCII) -> Canvas:
    """Return the map with every number: 69 columns, and 23 lines of the 24 on the smallest screen."""
    return _draw(board, seats, robber, _LARGE, lines)


def _draw(board: Board, seats: Sequence[SeatPosition], robber: int, scale: _Scale, lines: Lines) -> Canvas:
    width = _WEST_COLUMNS + 10 * scale.step + scale.label + _EAST_COLUMNS - 1
    canvas = Canvas(width, scale.line(53) + 1 + scale.harbour_lines)
    for hexagon in range(19):
        _draw_hex(canvas, scale, board, hexagon, robber)
    roads = {ends: seat for seat, pieces in enumerate(seats) for ends in pieces.road_ends}
    harbours = {edge_nodes(port_edge(port)) for port in range(len(board.ports))}
    served = {node for ends in harbours for node in ends}
    for node in range(54):
        for other in node_neighbours(node):
            if node < other:
                ends = (node, other)
                empty = (lines.port, _SEA) if ends in harbours else (lines.empty, _DIM)
                seat = roads.get(ends)
                look = empty if seat is None else (lines.roads[seat], SEAT_STYLES[seat])
                _draw_edge(canvas, scale, ends, *look)
        _draw_node(canvas, scale, node, seats, _SEA if node in served else _DIM)
    for port, kind in enumerate(board.ports):
        _draw_port(canvas, scale, port, kind)
    return canvas


def _draw_hex(canvas: Canvas, scale: _Scale, board: Board, hexagon: int, robber: int) -> None:
    """Write the terrain and number of a hex between its western and its eastern edge."""
    northwest = hex_nodes(hexagon)[5]
    left = scale.column(northwest) + scale.label // 2
    line = scale.line(northwest) + 1
    room = 2 * scale.step - 1
    terrain, number = board.resources[hexagon], board.numbers[hexagon]
    name, token = TERRAIN_NAMES[terrain], str(number) if number else ""
    word = f"{name} {token}".strip()
    if len(word) > room:
        word = f"{name}{token}"
    if hexagon == robber:
        word = f"{name[: room - 1 - len(token)]}{token}*"
    start = left + (room - len(word) + 1) // 2
    canvas.put(start, line, word, _ROBBER if hexagon == robber else TERRAIN_STYLES[terrain])
    if number and hexagon != robber:
        at = start + len(word) - len(token)
        canvas.put(at, line, token, _HOT if number in (6, 8) else "bold")
    if scale.lines > 1:
        canvas.centre(left + room // 2, line + 1, f"hex {hexagon}", _DIM)


def _draw_edge(canvas: Canvas, scale: _Scale, ends: tuple[int, int], letters: str, style: str) -> None:
    """Draw an edge: an upright one below its northern end, a slanted one next to it."""
    north, south = sorted(ends, key=scale.line)
    column, line, other = scale.column(north), scale.line(north), scale.column(south)
    slanted, upright = tuple(letters)
    if other == column:
        for below in range(1, scale.lines + 1):
            canvas.put(column + scale.label // 2 - 1, line + below, upright, style)
    else:
        room = scale.step - scale.label
        canvas.put(column + scale.label if other > column else column - room, line, slanted * room, style)


def _draw_node(canvas: Canvas, scale: _Scale, node: int, seats: Sequence[SeatPosition], style: str) -> None:
    column, line = scale.column(node), scale.line(node)
    for seat, pieces in enumerate(seats):
        mark = "s" if node in pieces.settlement_nodes else "C" if node in pieces.city_nodes else ""
        if mark:
            number = str(node) if scale.label > 2 else ""
            canvas.put(column, line, f"{number}{mark}{seat}".center(scale.label), SEAT_STYLES[seat])
            return
    canvas.put(column, line, f"{node:2}".center(scale.label), style)


def _draw_port(canvas: Canvas, scale: _Scale, port: int, kind: int) -> None:
    """Write a port on the sea side of its edge."""
    name = PORT_NAMES[kind]
    north, south = sorted(edge_nodes(port_edge(port)), key=scale.line)
    column, line, other = scale.column(north), scale.line(north), scale.column(south)
    middle = column + scale.label // 2
    if other == column:
        west = NODE_POINTS[north][0] < 0
        at = max(0, middle - 2 - len(name)) if west else min(middle + 1, canvas.width - len(name))
        canvas.put(at, line + 1, name, _SEA)
    elif line == scale.line(0):
        canvas.centre((column + other + scale.label) // 2, line - 1, name, _SEA)
    elif scale.line(south) == scale.line(53) and scale.harbour_lines:
        canvas.centre((column + other + scale.label) // 2, scale.line(53) + 1, name, _SEA)
    elif scale.line(south) == scale.line(53) and other > column:
        canvas.put(other - 1 - len(name), scale.line(53), name, _SEA)
    elif other > column:
        canvas.put(other + 1, line, name, _SEA)
    else:
        canvas.put(other + scale.label + 1, scale.line(south), name, _SEA)

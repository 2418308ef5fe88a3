"""The board as a few lines of plain text."""

from __future__ import annotations

from catanlab.games.catan.board import PORT_NAMES, TERRAIN_NAMES, Board
from catanlab.games.catan.grid import HEX_POINTS, edge_nodes, hex_nodes, port_edge

CELL = 12
"""Characters from the middle of a hex to that of the next in its row."""


def sketch(board: Board) -> list[str]:
    """Return the hexes, row by row where they lie, and the ports with their two nodes.

    Under each hex stand its number and its northernmost and southernmost node.

    >>> from catanlab import Catan
    >>> for line in sketch(Catan(board="beginner").board)[:2]:
    ...     print(line.strip())
    ore 10     sheep 2      wood 9
    (0: 0/12)   (1: 1/13)   (2: 2/14)
    """
    rows: dict[float, list[int]] = {}
    for hexagon, (_, y) in enumerate(HEX_POINTS):
        rows.setdefault(y, []).append(hexagon)
    lines = []
    for hexes in rows.values():
        indent = " " * (CELL // 2 * (5 - len(hexes)))
        lines.append(indent + "".join(f"{_hex(board, h):^{CELL}}" for h in hexes).rstrip())
        lines.append(indent + "".join(f"{_nodes(h):^{CELL}}" for h in hexes).rstrip())
    ports = [
        f"{PORT_NAMES[kind]} at {'-'.join(map(str, edge_nodes(port_edge(port))))}"
        for port, kind in enumerate(board.ports)
    ]
    return [*lines, "", f"Ports: {', '.join(ports)}"]


def _hex(board: Board, hexagon: int) -> str:
    name, number = TERRAIN_NAMES[board.resources[hexagon]], board.numbers[hexagon]
    return f"{name} {number}" if number else name


def _nodes(hexagon: int) -> str:
    north, _, _, south, _, _ = hex_nodes(hexagon)
    return f"({hexagon}: {north}/{south})"

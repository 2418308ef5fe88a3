"""The board of Catan as a few lines of plain text."""

from __future__ import annotations

from catanlab.cli.catan_names import hex_name
from catanlab.games.catan.board import PORT_NAMES, Board
from catanlab.games.catan.grid import HEX_POINTS, edge_nodes, hex_nodes, port_edge

HEX_COLUMNS = 12
"""Columns from the middle of a hex to the middle of the next in its row."""


def ascii_board(board: Board) -> list[str]:
    """Return the hexes in their rows, and the ports with their two nodes.

    Below each hex are its id, and its northernmost and southernmost node.

    >>> from catanlab import Catan
    >>> for line in ascii_board(Catan(board="beginner").board)[:2]:
    ...     print(line.strip())
    ore 10     sheep 2      wood 9
    (0: 0/12)   (1: 1/13)   (2: 2/14)
    """
    rows: dict[float, list[int]] = {}
    for hexagon, (_, y) in enumerate(HEX_POINTS):
        rows.setdefault(y, []).append(hexagon)
    lines = []
    for hexes in rows.values():
        indent = " " * (HEX_COLUMNS // 2 * (5 - len(hexes)))
        lines.append(indent + "".join(f"{hex_name(board, h):^{HEX_COLUMNS}}" for h in hexes).rstrip())
        lines.append(indent + "".join(f"{_nodes(h):^{HEX_COLUMNS}}" for h in hexes).rstrip())
    ports = [
        f"{PORT_NAMES[kind]} at {'-'.join(map(str, edge_nodes(port_edge(port))))}"
        for port, kind in enumerate(board.ports)
    ]
    return [*lines, "", f"Ports: {', '.join(ports)}"]


def _nodes(hexagon: int) -> str:
    north, _, _, south, _, _ = hex_nodes(hexagon)
    return f"({hexagon}: {north}/{south})"

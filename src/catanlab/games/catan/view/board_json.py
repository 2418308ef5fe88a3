"""The board of a game as JSON, with all that a page needs to draw it and to write moves."""

from __future__ import annotations

import json
import math
from typing import Any

from catanlab.games.catan import constants as c
from catanlab.games.catan.board import ANY_PORT, PORT_NAMES, TERRAIN_NAMES, Board
from catanlab.games.catan.grid import (
    HEX_POINTS,
    NODE_POINTS,
    edge_nodes,
    hex_edges,
    hex_nodes,
    node_edges,
    node_hexes,
    port_edge,
)


def board_json(board: Board) -> bytes:
    """Return the board as compact JSON: hexes, nodes, edges and ports by their numbers.

    >>> from catanlab import Catan
    >>> data = json.loads(Catan(board="beginner").board_json())
    >>> data["hexes"][0]["resource"], data["edges"][12], sorted(data)
    ('ore', [8, 12], ['cards', 'edges', 'hexes', 'nodes', 'ports', 'resources'])

    Hexes have axial coordinates `q` and `r`. Hexes and nodes have whole numbers `x`, growing east, and
    `y`, growing south, from the centre of the board: a step of y is a quarter of a hex's circumradius, and
    a step of x is longer by the square root of three.
    """
    data = {
        "resources": list(c.RESOURCES),
        "cards": list(c.CARDS),
        "hexes": [_hexagon(board, number) for number in range(19)],
        "nodes": [_node(board, number) for number in range(54)],
        "edges": [edge_nodes(number) for number in range(72)],
        "ports": [_port(kind, number) for number, kind in enumerate(board.ports)],
    }
    return json.dumps(data, separators=(",", ":")).encode()


def _hexagon(board: Board, number: int) -> dict[str, Any]:
    x, y = _place(HEX_POINTS[number])
    row = y // 6
    terrain = TERRAIN_NAMES[board.resources[number]]
    return {
        "q": (x // 2 - row) // 2,
        "r": row,
        "x": x,
        "y": y,
        "resource": terrain if terrain in c.RESOURCES else None,
        "number": board.numbers[number] or None,
        "nodes": hex_nodes(number),
        "edges": hex_edges(number),
    }


def _node(board: Board, number: int) -> dict[str, Any]:
    x, y = _place(NODE_POINTS[number])
    port = board.port_at(number)
    return {
        "x": x,
        "y": y,
        "hexes": node_hexes(number),
        "edges": node_edges(number),
        "port": None if port < 0 else PORT_NAMES[port],
    }


def _port(kind: int, number: int) -> dict[str, Any]:
    edge = port_edge(number)
    return {
        "edge": edge,
        "nodes": edge_nodes(edge),
        "resource": None if kind == ANY_PORT else c.RESOURCES[kind],
        "ratio": 3 if kind == ANY_PORT else 2,
    }


def _place(point: tuple[float, float]) -> tuple[int, int]:
    """Return a point in whole steps: quarters of the circumradius, and of its square root of three."""
    x, y = point
    return round(x * 4 / math.sqrt(3)), round(y * 4)

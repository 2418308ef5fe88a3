"""A node of the board in words: its hexes, their dots, and its port."""

from __future__ import annotations

from catanlab.cli.catan_names import hex_name
from catanlab.games.catan.board import ANY_PORT, PORT_NAMES, Board
from catanlab.games.catan.grid import node_hexes


def port_name(kind: int) -> str:
    """Return the name of a kind of port."""
    return "3:1 port" if kind == ANY_PORT else f"2:1 {PORT_NAMES[kind]} port"


def describe_node(board: Board, node: int) -> str:
    """Return the hexes, dots and port of a node.

    >>> from catanlab import Catan
    >>> describe_node(Catan(board="beginner").board, 0)
    'ore 10; 3 dots; 3:1 port'
    """
    hexes = ", ".join(hex_name(board, hexagon) for hexagon in node_hexes(node))
    kind = board.port_at(node)
    port = f"; {port_name(kind)}" if kind >= 0 else ""
    count = board.pips(node)
    return f"{hexes}; {count} dot{'' if count == 1 else 's'}{port}"

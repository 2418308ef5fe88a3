"""What a node of the board offers: its hexes with their dots, and its port."""

from __future__ import annotations

from catanlab.cli.terminal.story import hex_name
from catanlab.games.catan.board import ANY_PORT, PORT_NAMES, Board
from catanlab.games.catan.grid import node_hexes


def dots(board: Board, node: int) -> int:
    """Return the dots of a node's number tokens: of 36 rolls, how many pay there."""
    numbers = (board.numbers[hexagon] for hexagon in node_hexes(node))
    return sum(6 - abs(7 - number) for number in numbers if number)


def port_name(kind: int) -> str:
    """Return what a port trades, in words."""
    return "3:1 port" if kind == ANY_PORT else f"2:1 {PORT_NAMES[kind]} port"


def spot(board: Board, node: int) -> str:
    """Return what a building on a node would bring.

    >>> from catanlab import Catan
    >>> spot(Catan(board="beginner").board, 0)
    'ore 10; 3 dots; 3:1 port'
    """
    hexes = ", ".join(hex_name(board, hexagon) for hexagon in node_hexes(node))
    kind = board.port_at(node)
    port = f"; {port_name(kind)}" if kind >= 0 else ""
    count = dots(board, node)
    return f"{hexes}; {count} dot{'' if count == 1 else 's'}{port}"

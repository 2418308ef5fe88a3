"""A board in numbers: what each node yields, its port, its neighbours, and how often each hex produces."""

from __future__ import annotations

from functools import cache

from catanlab.games.catan.board import Board
from catanlab.games.catan.constants import DESERT
from catanlab.games.catan.grid import edge_between, edge_nodes, hex_nodes, node_neighbours

NODES, EDGES, HEXES = 54, 72, 19

Rates = tuple[float, float, float, float, float]
"""Expected cards of wood, clay, sheep, wheat and ore from one roll of the dice."""


class BoardValues:
    """The board in numbers.

    >>> from catanlab import Catan
    >>> board_values = BoardValues(Catan(board="beginner").board)
    >>> [round(36 * rate) for rate in board_values.yields[12]]
    [0, 5, 0, 1, 3]
    """

    def __init__(self, board: Board) -> None:
        rates = [[0.0] * 5 for _ in range(NODES)]
        self.hex_rates = [0.0] * HEXES
        self.hex_resources = board.resources
        for hexagon, (resource, number) in enumerate(zip(board.resources, board.numbers, strict=True)):
            if resource == DESERT:
                continue
            self.hex_rates[hexagon] = chance(number)
            for node in hex_nodes(hexagon):
                rates[node][resource] += chance(number)
        self.yields: list[Rates] = [(r[0], r[1], r[2], r[3], r[4]) for r in rates]
        self.ports = [board.port_at(node) for node in range(NODES)]
        self.ways = ways()
        self.ends = [edge_nodes(edge) for edge in range(EDGES)]
        self.hexes_at: list[list[int]] = [[] for _ in range(NODES)]
        for hexagon in range(HEXES):
            for node in hex_nodes(hexagon):
                self.hexes_at[node].append(hexagon)


def chance(number: int) -> float:
    """Return the probability of a sum of two dice.

    >>> round(36 * chance(8))
    5
    """
    return (6 - abs(7 - number)) / 36


@cache
def ways() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each node its edges, each with the node at its other end."""
    return tuple(
        tuple((edge_between(node, other), other) for other in node_neighbours(node))
        for node in range(NODES)
    )

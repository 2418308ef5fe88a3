"""The symmetries of the board that keep the ports' places: as maps of hexes, nodes, edges and ports."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from catanlab.games.catan.board import Board
from catanlab.games.catan.grid import HEX_POINTS, edge_between, edge_nodes, hex_nodes, port_edge

HEXES, NODES, EDGES, PORTS = 19, 54, 72, 9


class Symmetry(NamedTuple):
    """Where each hex, node, edge and port goes."""

    hexes: tuple[int, ...]
    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    ports: tuple[int, ...]

    def board(self, board: Board) -> Board:
        """Return the board after the symmetry."""
        resources, numbers, ports = ([0] * count for count in (HEXES, HEXES, PORTS))
        for hexagon, to in enumerate(self.hexes):
            resources[to], numbers[to] = board.resources[hexagon], board.numbers[hexagon]
        for port, to in enumerate(self.ports):
            ports[to] = board.ports[port]
        return Board(resources, numbers, ports, standard=False)


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """Return all of them, the identity first."""
    points = _node_points()
    found = []
    ports = [port_edge(port) for port in range(PORTS)]
    for mirrored in (False, True):
        for turns in range(6):

            def moved(point, turns=turns, mirrored=mirrored):
                x, y = point
                x = -x if mirrored else x
                angle = turns * pi / 3
                return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)

            nodes = tuple(_nearest(points, moved(point)) for point in points)
            edges = tuple(edge_between(*(nodes[end] for end in edge_nodes(edge))) for edge in range(EDGES))
            if {edges[edge] for edge in ports} == set(ports):
                hexes = tuple(_nearest(_centred(), moved(point)) for point in _centred())
                found.append(
                    Symmetry(hexes, nodes, edges, tuple(ports.index(edges[edge]) for edge in ports))
                )
    return tuple(found)


@cache
def _centred() -> tuple[tuple[float, float], ...]:
    """Return the centres of the hexes, with the middle of the board at the origin."""
    x0 = sum(x for x, _ in HEX_POINTS) / HEXES
    y0 = sum(y for _, y in HEX_POINTS) / HEXES
    return tuple((x - x0, y - y0) for x, y in HEX_POINTS)


@cache
def _node_points() -> tuple[tuple[float, float], ...]:
    centres = _centred()
    side = min(hypot(*centre) for centre in centres if hypot(*centre) > 1e-9) / 3**0.5
    points: dict[int, tuple[float, float]] = {}
    for hexagon, (x, y) in enumerate(centres):
        for corner, node in enumerate(hex_nodes(hexagon)):
            angle = -pi / 2 + corner * pi / 3
            points[node] = (x + side * cos(angle), y + side * sin(angle))
    return tuple(points[node] for node in range(NODES))


def _nearest(points, wanted) -> int:
    return min(range(len(points)), key=lambda n: hypot(points[n][0] - wanted[0], points[n][1] - wanted[1]))

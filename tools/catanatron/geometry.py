"""Catanatron's places and boards in our numbers.

Their hexes have cube coordinates with corners by compass point, ours have points on the plane. The places
are the same on all of their maps of the base game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from catanatron.models import map as their_map
from catanatron.models.enums import RESOURCES

from catanlab.games.catan import constants as c
from catanlab.games.catan import grid
from catanlab.games.catan.board import Board

Place = tuple[int, int, int]
"""A cube coordinate."""
_CLOCKWISE = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")
_ANY_MAP = their_map.TOURNAMENT_MAP


def _centre(place: Place) -> tuple[float, float]:
    """Return the point of a hex in circumradii, x growing east and y south, as in our grid."""
    x, _, z = place
    return math.sqrt(3) * (x + z / 2), 1.5 * z


def _corner(place: Place, ref: Any) -> tuple[float, float]:
    """Return the point of one of its corners."""
    x, y = _centre(place)
    angle = _CLOCKWISE.index(ref.value) * math.pi / 3
    return x + math.sin(angle), y - math.cos(angle)


def _nearest(point: tuple[float, float], points: Sequence[tuple[float, float]]) -> int:
    """Return the number of the point among ours that it is."""
    (found,) = [number for number, other in enumerate(points) if math.dist(point, other) < 0.01]
    return found


HEX_OF: dict[Place, int] = {
    place: _nearest(_centre(place), grid.HEX_POINTS) for place in _ANY_MAP.land_tiles
}
"""Our hex of each of their land coordinates."""
PLACE_OF = {hexagon: place for place, hexagon in HEX_OF.items()}
"""Their coordinate of each of our hexes."""
NODE_OF: dict[int, int] = {
    node: _nearest(_corner(place, ref), grid.NODE_POINTS)
    for place, tile in _ANY_MAP.land_tiles.items()
    for ref, node in tile.nodes.items()
}
"""Our node of each of their land nodes."""
PEER_NODE = {node: theirs for theirs, node in NODE_OF.items()}
"""Their node of each of our nodes."""


def port_number(tile: Any) -> int:
    """Return our number of the port that their tile is."""
    refs = their_map.PORT_DIRECTION_TO_NODEREFS[tile.direction]
    edge = grid.edge_between(*[NODE_OF[tile.nodes[ref]] for ref in refs])
    return next(port for port in range(9) if grid.port_edge(port) == edge)


def _resource_code(name: str | None) -> int:
    return c.DESERT if name is None else RESOURCES.index(name)


def board_of(catan_map: Any) -> Board:
    """Return their map as our board."""
    tiles = [catan_map.land_tiles[PLACE_OF[hexagon]] for hexagon in range(19)]
    ports = {port_number(tile): _resource_code(tile.resource) for tile in catan_map.ports_by_id.values()}
    return Board(
        [_resource_code(tile.resource) for tile in tiles],
        [tile.number or 0 for tile in tiles],
        [ports[port] for port in range(9)],
    )

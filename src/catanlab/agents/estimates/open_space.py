"""Open space: the room that lies ahead of a road. Thomas names it in chapter 4 and did not build it."""

from __future__ import annotations

from catanlab.games.catan.grid import edge_between, edge_nodes, node_neighbours
from catanlab.games.catan.position import CatanPosition

REACH = 3
"""How many edges beyond the road are looked at."""


def open_edges(position: CatanPosition, seat: int, edge: int, reach: int = REACH) -> int:
    """Return how many free edges a road of the seat at a free edge would open, up to `reach` edges on.

    The way on ends at the own network and at buildings of others. A road between two of its own nodes opens
    none.
    """
    own = position.seats[seat]
    closed = own.road_nodes | position.occupied_nodes
    front = {node for node in edge_nodes(edge) if not closed >> node & 1}
    found: set[int] = set()
    for _ in range(reach):
        ahead = set()
        for node in front:
            for other in node_neighbours(node):
                way = edge_between(node, other)
                if way != edge and way not in found and not position.occupied_edges >> way & 1:
                    found.add(way)
                    if not closed >> other & 1:
                        ahead.add(other)
        front = ahead
    return len(found)

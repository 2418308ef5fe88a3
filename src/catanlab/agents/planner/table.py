"""The order in which JSettlers goes through places: of equals the first wins."""

from __future__ import annotations

from catanlab.games.catan.grid import EDGE_TO_JSETTLERS, JSETTLERS_TO_EDGE, NODE_TO_JSETTLERS

_STEPS = ((-0x10, 0x01, 0x10, -0x01), (-0x11, 0x01, 0x11, -0x01), (-0x10, 0x11, 0x10, -0x11))
"""From an edge to those next to it: from one that runs north, then from the two that slant."""


def in_order(kind: str, place: int) -> int:
    """Return the rank of a node, or of the edge of a road.

    >>> sorted([0, 1, 2, 3], key=lambda node: in_order("city", node))
    [3, 0, 1, 2]
    """
    if place < 0:
        return place
    return EDGE_TO_JSETTLERS[place] if kind == "road" else NODE_TO_JSETTLERS[place]


def edges_beside(edge: int) -> list[int]:
    """Return the edges that touch an edge, in the robot's order."""
    code = EDGE_TO_JSETTLERS[edge]
    if ((code & 0xF) + (code >> 4)) % 2 == 0:
        steps = _STEPS[0]
    else:
        steps = _STEPS[1 if (code >> 4) % 2 == 0 else 2]
    return [JSETTLERS_TO_EDGE[code + step] for step in steps if code + step in JSETTLERS_TO_EDGE]

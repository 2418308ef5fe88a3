"""The orders in which JSettlers visits places: of equal places the first wins."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.games.catan.grid import EDGE_TO_JSETTLERS, JSETTLERS_TO_EDGE, NODE_TO_JSETTLERS

_STEPS = ((-0x10, 0x01, 0x10, -0x01), (-0x11, 0x01, 0x11, -0x01), (-0x10, 0x11, 0x10, -0x11))
"""From an edge to those next to it: from one that runs north, then from the two that slant."""


def jsettlers_rank(kind: str, place: int) -> int:
    """Return the rank of a node, or of the edge of a road.

    >>> sorted([0, 1, 2, 3], key=lambda node: jsettlers_rank("city", node))
    [3, 0, 1, 2]
    """
    if place < 0:
        return place
    return EDGE_TO_JSETTLERS[place] if kind == "road" else NODE_TO_JSETTLERS[place]


def adjacent_edges(edge: int) -> list[int]:
    """Return the edges that touch an edge, in the robot's order."""
    code = EDGE_TO_JSETTLERS[edge]
    if ((code & 0xF) + (code >> 4)) % 2 == 0:
        steps = _STEPS[0]
    else:
        steps = _STEPS[1 if (code >> 4) % 2 == 0 else 2]
    return [JSETTLERS_TO_EDGE[code + step] for step in steps if code + step in JSETTLERS_TO_EDGE]


def hash_table_order(keys: Iterable[int]) -> list[int]:
    """Return integers in the order in which a hash table of Java yields them once all are inserted.

    By this order the robots decide between equals. The table has 11 places, yields the last place first,
    and grows to twice as many places and one before it is three quarters full.

    >>> hash_table_order([0xA9, 0xCB, 0xC7])
    [203, 169, 199]
    >>> hash_table_order(range(20, 30))
    [22, 21, 20, 29, 28, 27, 26, 25, 24, 23]
    """
    places: list[list[int]] = [[] for _ in range(11)]
    for count, key in enumerate(keys):
        if count >= len(places) * 3 // 4:
            older, places = places, [[] for _ in range(2 * len(places) + 1)]
            for chain in reversed(older):
                for each in chain:
                    places[each % len(places)].insert(0, each)
        places[key % len(places)].insert(0, key)
    return [key for chain in reversed(places) for key in chain]

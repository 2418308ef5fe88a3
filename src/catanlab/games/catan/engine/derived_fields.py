"""The fields of a position that follow from its pieces, computed from scratch.

The engine updates them piece by piece; a position that is read from text gets them from here, and `status`
compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.grid import edge_nodes, node_edges, node_hexes, node_neighbours
from catanlab.games.catan.hands import pack
from catanlab.games.catan.position import members

_WORD = 0xFFFFFFFFFFFFFFFF


def derived_fields(board: Board, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that follow from the pieces, awards and phase of a position.

    >>> from catanlab.games.catan.game import Catan
    >>> state = Catan(board="beginner").start().apply("settlement 12")
    >>> fields = state.fields()
    >>> all(fields[name] == value for name, value in derived_fields(state.game.board, fields).items())
    True
    """
    buildings = [fields["settlements"][seat] | fields["cities"][seat] for seat in range(4)]
    built = buildings[0] | buildings[1] | buildings[2] | buildings[3]
    roads = [seat_roads(fields, seat) for seat in range(4)]
    touched = [mask(node for edge in edges for node in edge_nodes(edge)) for edges in roads]
    frontier: list[int] = []
    for seat in range(4):
        start = buildings[seat] | touched[seat] & ~built
        if fields["phase"] == c.SETUP_ROAD and seat == fields["turn_seat"] and fields["last_node"] >= 0:
            # The road at the settlement just placed is asked for by other means.
            start &= ~(1 << fields["last_node"]) | touched[seat]
        frontier += edge_words(edge for node in members(start) for edge in node_edges(node))
    return {
        "occupied_nodes": built,
        "blocked_nodes": built | mask(near for node in members(built) for near in node_neighbours(node)),
        "occupied_edges": edge_words(edge for edges in roads for edge in edges),
        "road_nodes": tuple(touched),
        "frontier": tuple(frontier),
        "hex_yields": _hex_yields(fields),
        "ratio": tuple(_ratio(board, nodes) for nodes in buildings),
        "public_points": tuple(_public_points(fields, seat) for seat in range(4)),
        "road_length": tuple(longest_trail(roads[seat], built & ~buildings[seat]) for seat in range(4)),
    }


def longest_trail(edges: Iterable[int], enemies: int) -> int:
    """Return the length of the longest trail over the edges: none twice, never through an enemy's node.

    >>> from catanlab.games.catan.grid import edge_between
    >>> path = [edge_between(12, 17), edge_between(17, 22)]
    >>> longest_trail(path, 0), longest_trail(path, 1 << 17)
    (2, 1)
    """
    ways: dict[int, list[tuple[int, int]]] = {}
    for edge in edges:
        a, b = edge_nodes(edge)
        ways.setdefault(a, []).append((1 << edge, b))
        ways.setdefault(b, []).append((1 << edge, a))

    def longest_from(node: int, used: int) -> int:
        best = 0
        for bit, to in ways[node]:
            if not used & bit:
                rest = 0 if enemies >> to & 1 else longest_from(to, used | bit)
                best = max(best, 1 + rest)
        return best

    return max((longest_from(node, 0) for node in ways), default=0)


def seat_roads(fields: Mapping[str, Any], seat: int) -> tuple[int, ...]:
    """Return the edges with a road of the seat."""
    return members(fields["roads"][2 * seat] | fields["roads"][2 * seat + 1] << 64)


def mask(numbers: Iterable[int]) -> int:
    """Return the numbers as a bit mask."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def edge_words(edges: Iterable[int]) -> tuple[int, int]:
    """Return edges as two words of 64 bits."""
    found = mask(edges)
    return found & _WORD, found >> 64


def _hex_yields(fields: Mapping[str, Any]) -> tuple[int, ...]:
    output = [0] * 19
    for name, yields in (("settlements", 1), ("cities", 2)):
        for seat in range(4):
            for node in members(fields[name][seat]):
                for hexagon in node_hexes(node):
                    output[hexagon] += yields << (8 * seat)
    return tuple(output)


def _ratio(board: Board, nodes: int) -> int:
    ports = {board.port_at(node) for node in members(nodes)}
    usual = 3 if c.ANY_PORT in ports else 4
    return pack([2 if resource in ports else usual for resource in range(5)])


def _public_points(fields: Mapping[str, Any], seat: int) -> int:
    awards = (fields["road_holder"] == seat) + (fields["army_holder"] == seat)
    settlements, cities = fields["settlements"][seat], fields["cities"][seat]
    return int(settlements.bit_count() + 2 * cities.bit_count() + c.AWARD_POINTS * awards)

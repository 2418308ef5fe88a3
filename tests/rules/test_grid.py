"""The geometry of the board, against the arithmetic of JSettlers' coordinates."""

import math

import pytest

from catanlab.framework.errors import BoardError
from catanlab.games.catan import grid

# Typed in, as JSettlers lists them: the 37 hexes by row, the land among them, and the ports.
LAYOUT = """17 39 5B 7D 15 37 59 7B 9D 13 35 57 79 9B BD 11 33 55 77 99 BB DD
            31 53 75 97 B9 DB 51 73 95 B7 D9 71 93 B5 D7"""
LAND = "33 35 37 53 55 57 59 73 75 77 79 7B 95 97 99 9B B7 B9 BB"
PORT_EDGES = "27 5A 9C CC C9 A5 72 42 24"
PORT_SEA_HEXES = [0, 2, 8, 21, 32, 35, 33, 22, 9]


def coordinates(text):
    return [int(word, 16) for word in text.split()]


def land_nodes():
    return {h + step for h in coordinates(LAND) for step in (0x01, 0x12, 0x21, 0x10, -0x01, -0x10)}


def edge_ends(coordinate):
    high, low = divmod(coordinate, 16)
    if (high + low) % 2 == 0:
        return coordinate + 0x01, coordinate + 0x10
    return coordinate, coordinate + 0x11


def test_there_are_19_hexes_54_nodes_and_72_edges():
    assert len(grid.HEX_TO_JSETTLERS) == len(grid.HEX_NEIGHBOURS) == len(grid.HEX_POINTS) == 19
    assert len(grid.NODE_TO_JSETTLERS) == len(grid.NODE_POINTS) == 54
    assert len(grid.EDGE_TO_JSETTLERS) == 72


def test_hexes_and_nodes_are_numbered_row_by_row_from_the_north():
    for points, rows in (
        (grid.HEX_POINTS, [3, 4, 5, 4, 3]),
        (grid.NODE_POINTS, [3, 4, 4, 5, 5, 6, 6, 5, 5, 4, 4, 3]),
    ):
        assert list(points) == sorted(points, key=lambda point: (point[1], point[0]))
        heights = [y for _, y in points]
        assert [heights.count(y) for y in sorted(set(heights))] == rows


def test_edges_are_numbered_by_lower_then_higher_node():
    ends = [grid.edge_nodes(e) for e in range(72)]
    assert ends == sorted(ends)
    assert all(a < b for a, b in ends)


def test_land_is_the_land_of_jsettlers():
    assert list(grid.JSETTLERS_HEXES) == coordinates(LAYOUT)
    assert sorted(grid.HEX_TO_JSETTLERS) == coordinates(LAND)
    assert set(grid.NODE_TO_JSETTLERS) == land_nodes()


def test_edges_are_the_legal_road_edges_of_jsettlers():
    nodes = land_nodes()
    legal = {
        e
        for e in range(256)
        if not (e // 16 % 2 == 1 and e % 2 == 1) and all(end in nodes for end in edge_ends(e))
    }
    assert set(grid.EDGE_TO_JSETTLERS) == legal
    for edge, coordinate in enumerate(grid.EDGE_TO_JSETTLERS):
        assert {grid.NODE_TO_JSETTLERS[n] for n in grid.edge_nodes(edge)} == set(edge_ends(coordinate))


def test_hexes_of_a_node_follow_from_its_coordinate():
    for node, coordinate in enumerate(grid.NODE_TO_JSETTLERS):
        steps = (-0x10, 0x10, -0x12) if coordinate // 16 % 2 == 0 else (-0x21, 0x01, -0x01)
        around = {coordinate + step for step in steps} & set(coordinates(LAND))
        assert {grid.HEX_TO_JSETTLERS[h] for h in grid.node_hexes(node)} == around


def test_coordinates_round_trip():
    for there, back in (
        (grid.HEX_TO_JSETTLERS, grid.JSETTLERS_TO_HEX),
        (grid.NODE_TO_JSETTLERS, grid.JSETTLERS_TO_NODE),
        (grid.EDGE_TO_JSETTLERS, grid.JSETTLERS_TO_EDGE),
    ):
        assert [back[coordinate] for coordinate in there] == list(range(len(there)))


def test_a_few_coordinates_by_hand():
    assert grid.HEX_TO_JSETTLERS[0] == 0x37
    assert grid.HEX_TO_JSETTLERS[9] == 0x77
    assert grid.HEX_TO_JSETTLERS[18] == 0xB7
    assert grid.NODE_TO_JSETTLERS[0] == 0x38
    assert grid.NODE_TO_JSETTLERS[26] == 0xCD
    assert grid.NODE_TO_JSETTLERS[53] == 0xC7
    assert grid.hex_nodes(0) == (0, 4, 8, 12, 7, 3)
    assert grid.edge_nodes(0) == (0, 3)
    assert grid.EDGE_TO_JSETTLERS[0] == 0x27
    assert grid.EDGE_TO_JSETTLERS[grid.edge_between(3, 7)] == 0x26


def test_neighbours_are_mutual():
    for node in range(54):
        for edge, other in zip(grid.node_edges(node), grid.node_neighbours(node), strict=True):
            assert node in grid.node_neighbours(other)
            assert set(grid.edge_nodes(edge)) == {node, other}
            assert grid.edge_between(node, other) == grid.edge_between(other, node) == edge
    for h in range(19):
        assert all(h in grid.HEX_NEIGHBOURS[other] for other in grid.HEX_NEIGHBOURS[h])


def test_hexes_are_neighbours_if_they_share_an_edge():
    for a in range(19):
        sharing = {b for b in range(19) if b != a and set(grid.hex_edges(a)) & set(grid.hex_edges(b))}
        assert set(grid.HEX_NEIGHBOURS[a]) == sharing


def test_sides_of_a_hex_join_its_corners_clockwise():
    for h in range(19):
        corners = grid.hex_nodes(h)
        for k, edge in enumerate(grid.hex_edges(h)):
            assert set(grid.edge_nodes(edge)) == {corners[k], corners[(k + 1) % 6]}


def test_nodes_and_hexes_name_each_other():
    for node in range(54):
        assert grid.node_hexes(node) == tuple(h for h in range(19) if node in grid.hex_nodes(h))


def test_ports_lie_on_the_coast_where_jsettlers_has_them():
    ports = [grid.port_edge(port) for port in range(9)]
    assert [grid.EDGE_TO_JSETTLERS[edge] for edge in ports] == coordinates(PORT_EDGES)
    assert [sea for sea, _ in grid.PORT_FACINGS] == PORT_SEA_HEXES
    assert len({node for edge in ports for node in grid.edge_nodes(edge)}) == 18
    for edge in ports:
        assert sum(edge in grid.hex_edges(h) for h in range(19)) == 1


def test_corners_lie_one_unit_from_the_centre_of_their_hex():
    for h in range(19):
        x, y = grid.HEX_POINTS[h]
        for k, node in enumerate(grid.hex_nodes(h)):
            angle = math.radians(60 * k)
            expected = x + math.sin(angle), y - math.cos(angle)
            assert grid.NODE_POINTS[node] == pytest.approx(expected)
    assert grid.HEX_POINTS[9] == (0, 0)


def test_what_is_not_on_the_board_is_refused():
    with pytest.raises(ValueError, match="no edge joins nodes 0 and 1"):
        grid.edge_between(0, 1)
    with pytest.raises(BoardError, match="there is no node 54: the ids are 0 to 53"):
        grid.edge_between(0, 54)
    with pytest.raises(BoardError, match="there is no hex -1"):
        grid.hex_nodes(-1)

"""Boards of declared games: who touches whom, names, and the numbers of Catan's board."""

import pytest

from catanlab.framework.declared import free, hexagonal, members, square
from catanlab.framework.errors import GameError
from catanlab.games.catan import grid


def test_the_hexagonal_board_is_numbered_as_that_of_catan():
    board = hexagonal(2).make()
    assert [board.size(kind) for kind in ("area", "edge", "vertex")] == [19, 72, 54]
    for hexagon in range(19):
        assert board.touching("area", hexagon, "vertex") == grid.hex_nodes(hexagon)
        assert set(board.touching("area", hexagon, "edge")) == set(grid.hex_edges(hexagon))
    for edge in range(72):
        assert board.touching("edge", edge, "vertex") == grid.edge_nodes(edge)
    for node in range(54):
        assert board.touching("vertex", node, "area") == grid.node_hexes(node)
        assert board.touching("vertex", node, "edge") == grid.node_edges(node)
        assert board.touching("vertex", node, "vertex") == grid.node_neighbours(node)


@pytest.mark.parametrize(
    "board", [hexagonal(1), square(3, 4), hexagonal(3)], ids=["hex 1", "square", "hex 3"]
)
def test_touching_goes_both_ways(board):
    graph = board.make()
    for kind in graph.kinds:
        for other in graph.kinds:
            for element in range(graph.size(kind)):
                for touched in graph.touching(kind, element, other):
                    assert element in graph.touching(other, touched, kind)
                    assert graph.near(kind, element, other) >> touched & 1


def test_squares_have_names_codes_and_steps():
    board = square(3, 4).make()
    assert [board.name("area", n) for n in (0, 3, 4, 11)] == ["a1", "d1", "a2", "d3"]
    assert board.code("area", 11) == 2 << 8 | 3
    assert board.step(0, 1, 1) == 5
    assert board.step(0, 0, -1) is None
    assert board.step(11, 1, 0) is None
    with pytest.raises(GameError, match="only a square board has rows and columns"):
        hexagonal(1).make().step(0, 1, 1)


def test_a_free_board():
    board = free(
        vertices=["a", "b", "c"], edges=[("c", "a"), ("a", "b"), ("b", "c")], areas=[("a", "b", "c")]
    ).make()
    assert board.touching("vertex", 0, "vertex") == (2, 1)
    assert board.touching("area", 0, "edge") == (1, 2, 0)
    assert board.name("edge", 0) == "c-a"
    assert free(vertices=7).make().size("vertex") == 7


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"vertices": ["a", "a"]}, "two vertices of the board are named 'a'"),
        ({"vertices": ["a"], "edges": [("a", "b")]}, "there is no vertex 'b' on the board; it has a"),
        (
            {"vertices": ["a", "b"], "edges": [("a", "b"), ("b", "a")]},
            "an edge of the board joins two different",
        ),
    ],
)
def test_a_free_board_that_cannot_be(arguments, complaint):
    with pytest.raises(GameError, match=complaint):
        free(**arguments)


def test_members_of_a_mask():
    assert members(0) == ()
    assert members(1 << 71 | 5) == (0, 2, 71)

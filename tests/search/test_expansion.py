"""When a node gets its children: on its first visit, on the second, or later."""

import pytest
from tests.search.searching import counts, open_view, search, searcher

from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku


@pytest.mark.parametrize(("after", "depth"), [(0, 2), (1, 1), (5, 1)])
def test_the_first_simulation_goes_as_deep_as_the_expansion_says(after, depth):
    # Roelofs, 4.2, and Martin, 3.5: a new node is expanded at once, and the playout begins at a child of it
    result = search(open_view(Gomoku(size=5, line=4).start()), f"uct:iterations=1,expand_after={after}")
    assert result.depth_max == 1 + depth  # the root counts
    assert result.nodes == 1 + 25 + (24 if after == 0 else 0)


def test_a_simulation_expands_one_new_node_only():
    for iterations in (1, 2, 7, 20):
        view = open_view(Gomoku(size=5, line=4).start())
        result = search(view, f"uct:iterations={iterations},expand_after=0")
        assert result.nodes == 1 + 25 + 24 * iterations


def test_a_new_node_has_one_visited_child_after_its_first_visit():
    result = search(open_view(Gomoku(size=5, line=4).start()), "uct:iterations=25,expand_after=0")
    for child in result.top.children:
        assert child.visits == 1
        assert [grandchild.visits for grandchild in child.children] == [1]


@pytest.mark.parametrize(
    "options", ["chance=nodes", "chance=grouped", "hidden=sets", "groups=roelofs", "threshold=30"]
)
def test_visits_add_up(options):
    result = search(
        open_view(Catan(board="beginner").start()), f"uct:iterations=200,expand_after=0,{options}"
    )
    assert sum(counts(result).values()) == result.top.visits == 200


def test_roelofs_and_martin_expand_on_the_first_visit():
    for name in ("roelofs", "roelofs-gcm", "roelofs-groups", "roelofs-groups-gcm", "martin"):
        assert searcher(name).settings.expand_after == 0
    with pytest.raises(ArgumentError, match="expand_after is -1; allowed is an integer from 0"):
        searcher("uct:expand_after=-1")

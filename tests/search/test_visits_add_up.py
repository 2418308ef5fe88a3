"""No visit is lost: what every node of a tree of Catan counts agrees with what its children count."""

import pytest
from tests.search.searching import open_view
from tests.views.watching import watch

from catanlab.framework.random import Random
from catanlab.games.catan.rules import Rules
from catanlab.search.search import Search
from catanlab.search.settings import Settings

VISITS = 1500


@pytest.fixture(scope="module")
def views():
    """Give what a seat with a choice knows, and the same position with everything open."""
    for state, observers in watch(Rules(), 3, plies=2000):
        if state.turn > 40 and state.to_move <= 3 and len(state.legal_moves) >= 4:
            return {"sets": observers[state.to_move].view(), "open": open_view(state)}
    raise AssertionError("no such position")


@pytest.mark.full
@pytest.mark.parametrize("after", [1, 3])
@pytest.mark.parametrize("hidden", ["sets", "open"])
@pytest.mark.parametrize("groups", [False, True])
@pytest.mark.parametrize("chance", ["nodes", "sampled", "grouped", "open"])
def test_visits_add_up(views, chance, groups, hidden, after):
    settings = Settings(
        chance=chance, groups=groups, hidden=hidden, expand_after=after, cut_turns=1, at_cut="points:10"
    )
    running = Search(views[hidden], settings, Random(4))
    running.run(VISITS)
    tree = running.simulations[0].tree
    for node in range(len(tree)):
        facts = tree.facts(node)
        children = [tree.facts(child) for child in tree.children(node)]
        if not children:
            continue
        below = sum(child["visits"] for child in children)
        ended = facts["visits"] - below
        if facts["kind"] == "mixed":
            assert ended >= 0
        else:
            # A leaf is played out so many times before it gets children; other nodes are passed through.
            assert ended == (after if node and facts["kind"] == "decision" else 0)
        assert len({(child["move"], child["chooser"]) for child in children}) == len(children)
        assert all(0.0 <= value <= 1.0 for value in facts["values"])
        for child in children:
            if child["available"]:
                assert child["visits"] - 1 <= child["available"] <= facts["visits"]
    assert tree.facts()["visits"] == VISITS


@pytest.mark.parametrize("chance", ["nodes", "sampled", "grouped", "open"])
@pytest.mark.parametrize("groups", [False, True])
def test_a_full_tree_loses_none(views, chance, groups):
    settings = Settings(chance=chance, groups=groups, nodes=1000, cut_turns=0, at_cut="points:10")
    running = Search(views["sets"], settings, Random(4))
    result = running.run(VISITS)
    tree = running.simulations[0].tree
    assert result.refused
    assert len(tree) <= 1000
    for node in range(len(tree)):
        below = sum(tree.facts(child)["visits"] for child in tree.children(node))
        assert below <= tree.facts(node)["visits"]
    assert tree.facts()["visits"] == VISITS

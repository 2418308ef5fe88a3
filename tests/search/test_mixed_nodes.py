"""Nodes whose kind depends on hidden cards: their value is the mean over the worlds."""

import pytest
from tests.search.searching import search
from tests.search.toys import HiddenView, chance, choice, end

from catanlab.framework.random import Random
from catanlab.search.search import Search
from catanlab.search.settings import Settings

WON, LOST = end(1.0, 0.0), end(0.0, 1.0)
SURE = end(0.4, 0.6)


def world(after):
    """Return a world in which a0 leads to this, and a1 is worth 0.4."""
    return choice(0, a0=after, a1=SURE)


OVER = world(WON)
LUCK = world(chance(b0=(0.5, LOST), b1=(0.5, LOST)))
SECOND_WINS = world(choice(1, c0=LOST, c1=LOST))
SECOND_LOSES = world(choice(1, c0=WON, c1=WON))

PAIRS = {
    "the end, or chance": (OVER, LUCK),
    "the end, or a decision": (OVER, SECOND_WINS),
    "a decision, or chance": (SECOND_LOSES, LUCK),
}
WAYS = [
    "chance=nodes",
    "chance=sampled",
    "chance=open",
    "chance=nodes,groups=yes",
    "chance=nodes,backup=max",
    "chance=nodes,backup=mix",
    "chance=sampled,backup=max",
    "chance=nodes,backup=max,groups=yes",
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("part", [0.8, pytest.param(0.5, marks=pytest.mark.full)])
def test_each_world_counts_by_its_probability(pair, way, part):
    """The first world is won after a0, the other one lost."""
    won, lost = PAIRS[pair]
    for worlds in ([(part, won), (1 - part, lost)], [(1 - part, lost), (part, won)]):
        result = search(HiddenView(worlds), f"uct:iterations=2000,{way}")
        assert result.best.text == "a0"
        (value,) = [move.value for move in result.moves if move.move.text == "a0"]
        assert value == pytest.approx(part, abs=0.06)


def test_such_a_node_says_so():
    view = HiddenView([(0.5, OVER), (0.5, LUCK)])
    running = Search(view, Settings(iterations=50), Random(1))
    running.run()
    tree = running.simulations[0].tree
    kinds = {tree.facts(child)["kind"] for child in tree.children()}
    assert kinds == {"mixed", "decision"}


def test_a_node_that_is_always_chance_keeps_its_expectation():
    """b0 comes up once in fifty: the mean of 100 simulations would be off, the expectation is not."""
    rare = world(chance(b0=(0.02, WON), b1=(0.98, end(0.5, 0.5))))
    for seed in range(10):
        running = Search(HiddenView([(1.0, rare)]), Settings(iterations=100), Random(seed))
        result = running.run()
        tree = running.simulations[0].tree
        node = tree.child(0, result.moves[0].move, 0)
        outcomes = {tree.facts(child)["values"][0] for child in tree.children(node)}
        assert tree.facts(node)["kind"] == "chance"
        expected = 0.51 if outcomes == {1.0, 0.5} else 0.5
        assert tree.facts(node)["values"][0] == pytest.approx(expected)

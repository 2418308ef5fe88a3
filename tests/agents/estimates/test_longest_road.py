"""The way to Longest Road, against trying every set of roads."""

import pytest
from tests.rules.arranged import turn_of

from catanlab.agents.estimates.longest_road import RoadFinder
from catanlab.framework.random import Random
from catanlab.games.catan.constants import ROADS_EACH
from catanlab.games.catan.engine.arrange import put_road
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import edge_between, edge_nodes, node_neighbours

__all__ = ["turn_of"]


def owned(state, seat):
    return {edge_between(*pair) for pair in state.position.seats[seat].road_ends}


def blocked(state, seat):
    others = [player for s, player in enumerate(state.position.seats) if s != seat]
    return {node for player in others for node in (*player.settlement_nodes, *player.city_nodes)}


def length(roads, enemies):
    """The longest trail, by trying all of them."""
    best = 0

    def walk(node, left, done):
        nonlocal best
        best = max(best, done)
        if node in enemies and done:
            return
        for other in node_neighbours(node):
            edge = edge_between(node, other)
            if edge in left:
                walk(other, left - {edge}, done + 1)

    for node in {node for edge in roads for node in edge_nodes(edge)}:
        walk(node, frozenset(roads), 0)
    return best


def fewest(state, seat, most):
    """The fewest roads that make it, by trying all ways up to `most`; None if none does.

    A way is a line from a node of the network. Where it meets the network again it may go on from any node.
    """
    target = max(5, max(player.road_length for player in state.position.seats) + 1)
    enemies = blocked(state, seat)
    taken = set().union(*(owned(state, s) for s in range(4)))
    own = owned(state, seat)
    if state.position.longest_road == seat:
        return 0
    ways = [(frozenset(nodes_of(own)), ())]
    for count in range(1, min(most, ROADS_EACH - len(own)) + 1):
        ways = {
            (ends_after(own, way, other), (*way, edge_between(node, other)))
            for ends, way in ways
            for node in ends - enemies
            for other in node_neighbours(node)
            if edge_between(node, other) not in taken.union(way)
        }
        if any(length(own.union(way), enemies) >= target for _, way in ways):
            return count
    return None


def nodes_of(roads):
    return {node for edge in roads for node in edge_nodes(edge)}


def ends_after(own, way, node):
    """Where a way may go on that has come to a node."""
    network = nodes_of(own.union(way))
    return frozenset(network if node in network else {node})


def positions(seed, steps):
    state = Catan(seed=seed).start()
    random = Random(seed)
    for _ in range(steps):
        if state.is_over:
            return
        state.apply(
            state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        )
        if state.turn > 0 and random.below(60) == 0:
            yield state


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_no_shorter_way_exists_and_the_way_found_works(seed):
    most = 3
    for state in positions(seed, 900):
        for seat in range(4):
            way = RoadFinder().look(state, seat)
            best = fewest(state, seat, most)
            if best is not None:
                assert len(way) == best
            else:
                assert way is None or len(way) > most
            if way:
                roads = owned(state, seat) | set(way)
                target = max(5, max(player.road_length for player in state.position.seats) + 1)
                assert length(roads, blocked(state, seat)) >= target
                assert len(roads) <= ROADS_EACH


def test_a_way_that_joins_two_roads_goes_on_from_the_end_of_the_other(turn_of):
    # From 5 to 9 the two join and make three; two more from 13 or 2 on make five.
    state = turn_of(0)
    put_road(state, 0, 2, 5)
    put_road(state, 0, 9, 13)
    way = RoadFinder().look(state, 0)
    assert len(way) == 3
    assert edge_between(5, 9) in way
    assert length(owned(state, 0) | set(way), set()) == 5

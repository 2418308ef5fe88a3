"""The way to Longest Road, against trying every set of roads."""

import pytest

from catanlab.agents.estimates.longest_road import RoadFinder
from catanlab.framework.random import Random
from catanlab.games.catan.constants import ROADS_EACH
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import edge_between, edge_nodes, node_neighbours


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
    """The fewest roads in one line that make it, by trying all lines up to `most`; None if none does."""
    target = max(5, max(player.road_length for player in state.position.seats) + 1)
    enemies = blocked(state, seat)
    taken = set().union(*(owned(state, s) for s in range(4)))
    own = owned(state, seat)
    if state.position.longest_road == seat:
        return 0
    lines = [(node, ()) for node in {node for edge in own for node in edge_nodes(edge)}]
    for count in range(1, min(most, ROADS_EACH - len(own)) + 1):
        lines = [
            (other, (*line, edge_between(node, other)))
            for node, line in lines
            if node not in enemies
            for other in node_neighbours(node)
            if edge_between(node, other) not in taken.union(line)
        ]
        if any(length(own.union(line), enemies) >= target for _, line in lines):
            return count
    return None


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

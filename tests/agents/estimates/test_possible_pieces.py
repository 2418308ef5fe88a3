"""Possible pieces: kept up piece by piece, they are what a look from scratch finds."""

import pytest

from catanlab.agents.estimates.possible_pieces import PossiblePieces
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import edge_between, edge_nodes, node_neighbours

EDGES, NODES = 72, 54
PIECES = ("road", "settlement", "city")


def edges_at(node):
    return [edge_between(node, other) for other in node_neighbours(node)]


def by_definition(state, seat):
    """Return possible roads and settlements with their levels, straight from the rules."""
    seats = state.position.seats
    built = {
        node: s for s, player in enumerate(seats) for node in (*player.settlement_nodes, *player.city_nodes)
    }
    taken = {edge_between(*pair) for player in seats for pair in player.road_ends}
    own = {edge_between(*pair) for pair in seats[seat].road_ends}
    nodes = {node for edge in own for node in edge_nodes(edge)} | {n for n, s in built.items() if s == seat}
    level_of = {}
    for level in (1, 2):
        open_nodes = {node for node in nodes if built.get(node, seat) == seat}
        found = {e for node in open_nodes for e in edges_at(node) if e not in taken and e not in level_of}
        level_of |= dict.fromkeys(found, level)
        nodes = {node for edge in found for node in edge_nodes(edge)}
    road_nodes = {node for edge in own for node in edge_nodes(edge)}
    spots = {}
    for node in range(NODES):
        if node in built or any(other in built for other in node_neighbours(node)):
            continue
        levels = [level_of[edge] for edge in edges_at(node) if edge in level_of]
        if node in road_nodes:
            spots[node] = 0
        elif levels:
            spots[node] = min(levels)
    return level_of, spots


def facts(tracker):
    return (
        tracker.possible_roads,
        tracker.possible_settlements,
        tracker.possible_cities,
        [tracker.supports_of_road(edge) for edge in range(EDGES)],
        [tracker.supports_of_settlement(node) for node in range(NODES)],
    )


def follow_games(count, check):
    pieces = 0
    for seed in range(count):
        state = Catan(seed=seed).start()
        random = Random(seed)
        trackers = [PossiblePieces(seat) for seat in range(4)]
        while not state.is_over:
            move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
            state.apply(move)
            if move.group in PIECES:
                pieces += 1
                for tracker in trackers:
                    tracker.follow(state, move.group, move.place)
                if state.phase_name != "set-up road":  # a settlement without its road leads nowhere yet
                    check(state, trackers)
    return pieces


@pytest.mark.parametrize(
    ("games", "pieces"), [(12, 500), pytest.param(100, 5000, marks=pytest.mark.full)], ids=["few", "many"]
)
def test_kept_up_is_the_same_as_from_scratch_at_every_piece_of_random_games(games, pieces):
    def check(state, trackers):
        for seat, tracker in enumerate(trackers):
            fresh = PossiblePieces(seat)
            fresh.look(state)
            assert facts(tracker) == facts(fresh)

    assert follow_games(games, check) > pieces


@pytest.mark.full
def test_the_possible_pieces_are_what_the_rules_say():
    def check(state, trackers):
        for seat, tracker in enumerate(trackers):
            roads, spots = by_definition(state, seat)
            assert tracker.possible_roads == roads
            assert tracker.possible_settlements == spots
            assert tracker.possible_cities == list(state.position.seats[seat].settlement_nodes)

    assert follow_games(3, check) > 100


def test_every_support_is_a_possible_road_one_level_lower():
    def check(state, trackers):
        for tracker in trackers:
            roads = tracker.possible_roads
            for edge, level in roads.items():
                supports = tracker.supports_of_road(edge)
                assert bool(supports) == (level > 1)
                assert all(roads[other] == level - 1 for other in supports)
            for node, level in tracker.possible_settlements.items():
                supports = tracker.supports_of_settlement(node)
                assert bool(supports) == (level > 0)
                assert level == min((roads[other] for other in supports), default=0)

    follow_games(3, check)

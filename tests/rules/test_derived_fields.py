"""What the engine keeps up piece by piece equals what follows from the pieces alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.games.catan.constants import VICTORY_POINT
from catanlab.games.catan.grid import edge_between, node_edges, node_hexes, node_neighbours


def bits(numbers):
    return sum(1 << number for number in set(numbers))


def words(edges):
    """Edges as two words of 64 bits."""
    mask = bits(edges)
    return mask & 2**64 - 1, mask >> 64


def check(state):
    facts, fields = state.position, state.fields()
    board = state.game.board
    nodes = {number: {*seat.settlement_nodes, *seat.city_nodes} for number, seat in enumerate(facts.seats)}
    built = set().union(*nodes.values())
    assert sum(map(len, nodes.values())) == len(built)
    assert fields["occupied_nodes"] == bits(built)
    assert fields["blocked_nodes"] == bits(
        built | {other for node in built for other in node_neighbours(node)}
    )
    edges = {
        number: {edge_between(*road) for road in seat.road_ends} for number, seat in enumerate(facts.seats)
    }
    taken = set().union(*edges.values())
    assert sum(map(len, edges.values())) == len(taken)
    assert fields["occupied_edges"] == words(taken)
    for number, seat in enumerate(facts.seats):
        touched = {node for road in seat.road_ends for node in road}
        assert fields["road_nodes"][number] == bits(touched)
        start = (touched | nodes[number]) - (built - nodes[number])
        open_edges = {edge for node in start for edge in node_edges(node)} - taken
        frontier = fields["frontier"][2 * number] | fields["frontier"][2 * number + 1] << 64
        if not facts.phase.text.startswith("set-up"):
            assert frontier & ~bits(taken) == bits(open_edges)
        ports = {board.port_at(node) for node in nodes[number]}
        for kind, ratio in enumerate(seat.ratios):
            assert ratio == (2 if kind in ports else 3 if 5 in ports else 4)
        awards = 2 * (facts.longest_road == number) + 2 * (facts.largest_army == number)
        assert seat.public_points == len(seat.settlement_nodes) + 2 * len(seat.city_nodes) + awards
        assert state.scores[number] == seat.points == seat.public_points + seat.cards[VICTORY_POINT]
        assert len(seat.road_ends) <= 15
        assert len(seat.settlement_nodes) <= 5
        assert len(seat.city_nodes) <= 4
    for hexagon in range(19):
        for number, seat in enumerate(facts.seats):
            output = sum(hexagon in node_hexes(node) for node in seat.settlement_nodes)
            output += sum(2 * (hexagon in node_hexes(node)) for node in seat.city_nodes)
            assert fields["hex_yields"][hexagon] >> 8 * number & 0xFF == output
        assert fields["hex_yields"][hexagon] >> 8 * state.seats == 0
    check_army(facts)


def check_army(facts):
    most = max(seat.knights for seat in facts.seats)
    if most < 3:
        assert facts.largest_army is None
    else:
        assert facts.seats[facts.largest_army].knights == most


def check_game(walk, rules, seed):
    army = None
    for state, move in walk(rules, seed, by_group=seed % 2 == 0):
        if move is None or move.group in ("road", "settlement", "city", "knight"):
            check(state)
            # A tie leaves the army where it was.
            facts = state.position
            if army is not None and facts.largest_army != army:
                assert facts.seats[facts.largest_army].knights > facts.seats[army].knights
            army = facts.largest_army


@examples(40)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_everything_kept_up_follows_from_the_pieces(walk, any_rules, data, seed):
    check_game(walk, data.draw(any_rules), seed)


@pytest.mark.full
@examples(400)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_everything_kept_up_follows_from_the_pieces_in_many_games(walk, any_rules, data, seed):
    check_game(walk, data.draw(any_rules), seed)

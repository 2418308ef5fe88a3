"""Longest Road: how long a road is, and who holds the award."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catanlab.games.catan.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
)
from catanlab.games.catan.grid import edge_between, edge_nodes, node_edges
from catanlab.games.catan.rules import Rules

SETTLEMENT = {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}
HEX_9 = (18, 24, 30, 35, 29, 23, 18)
HEX_13 = (29, 35, 40, 44, 39, 34, 29)


def length_of(state, seat=0):
    return state.details.seats[seat].road_length


# The length of a road.


def test_a_line_is_as_long_as_its_roads(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5


def test_of_separate_roads_the_longest_counts(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33)
    put_line(state, 0, 53, 50, 46, 42, 37)
    assert length_of(state) == 4


def test_joining_two_roads_makes_one(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27)
    put_line(state, 0, 33, 38, 43)
    put_road(state, 0, 27, 33)
    assert length_of(state) == 5


def test_a_branch_does_not_count(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 17, 23, 29, 35, 40)
    put_line(state, 0, 23, 18)
    put_line(state, 0, 29, 34)
    assert length_of(state) == 4


def test_a_loop_counts_all_its_roads(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    assert length_of(state) == 6


def test_a_loop_with_a_tail_counts_both(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 18, 13, 8)
    assert length_of(state) == 8


def test_a_loop_with_two_tails_counts_the_longer_way_round(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 18, 13, 8)
    put_line(state, 0, 35, 40, 44)
    # The tails meet the loop at opposite corners: either tail and the whole loop, or both and half of it.
    assert length_of(state) == 8


def test_a_figure_of_eight_is_a_trail_over_every_road(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 35, 40, 44, 39, 34, 29)
    # Two hexes that share the edge 29-35: eleven roads, and two nodes where three of them meet.
    assert length_of(state) == 11


def test_no_road_is_counted_twice(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 17, 23, 29)
    put_line(state, 0, 23, 18)
    assert length_of(state) == 2


def test_a_node_may_be_passed_twice(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 23, 17)
    # In at 17-23, once round the hex, and back at node 23.
    assert length_of(state) == 7


def test_a_road_that_ends_at_the_building_of_another_counts(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 43)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5
    assert state.details.longest_road == 0


def test_a_road_between_two_buildings_of_others_counts(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 43)
    put_city(state, 2, 16)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5


def test_the_building_of_another_interrupts_a_road(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 27)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 3


def test_own_buildings_do_not_interrupt_a_road(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 21)
    put_city(state, 0, 33)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5


def test_roads_of_others_do_not_interrupt_a_road(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 17, 23, 29, 34, 39, 44)
    put_line(state, 1, 18, 23)
    put_line(state, 1, 29, 35)
    assert length_of(state) == 5


def test_a_loop_may_begin_and_end_at_the_building_of_another(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 18)
    put_line(state, 0, *HEX_9)
    assert length_of(state) == 6


def test_a_loop_cut_twice_falls_into_two_roads(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_settlement(state, 1, 18)
    put_settlement(state, 1, 30)
    assert length_of(state) == 4


# Who holds the award.


def test_five_roads_take_the_award(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38)
    assert (state.details.longest_road, state.scores[0]) == (None, 0)
    give_resources(state, 0, wood=1, clay=1)
    state.apply("road 38-43")
    assert (state.details.longest_road, state.scores[0]) == (0, 2)


def test_a_tie_leaves_the_award_with_its_holder(turn_of, put_line):
    state = turn_of(1)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    put_line(state, 1, 0, 4, 1, 5, 2)
    give_resources(state, 1, wood=1, clay=1)
    state.apply("road 2-6")
    assert (length_of(state, 0), length_of(state, 1)) == (5, 5)
    assert (state.details.longest_road, state.scores) == (0, [2, 0, 0, 0])


def test_a_strictly_longer_road_takes_the_award(turn_of, put_line):
    state = turn_of(1)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    give_resources(state, 1, wood=1, clay=1)
    state.apply("road 6-10")
    assert (state.details.longest_road, state.scores) == (1, [0, 2, 0, 0])


def test_the_award_is_worth_two_points_however_long_the_road(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52)
    assert state.scores[0] == 2


def test_free_roads_may_take_the_award(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 33-38").apply("road 38-43")
    assert state.details.longest_road == 0


def cut(state, builder, node, *by):
    """Let a seat build a settlement on a node, led there by a road from another node."""
    put_road(state, builder, node, *by)
    give_resources(state, builder, **SETTLEMENT)
    return state.apply(f"settlement {node}")


def test_a_cut_gives_the_award_to_the_strictly_longest_other(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 16, 21, 27, 33, 38)
    cut(state, 3, 44, 48)
    assert [length_of(state, seat) for seat in range(3)] == [3, 5, 4]
    assert (state.details.longest_road, state.scores) == (1, [0, 2, 0, 1])


def test_a_cut_gives_the_award_to_nobody_on_a_tie_between_others(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 16, 21, 27, 33, 38, 43)
    cut(state, 3, 44, 48)
    assert (state.details.longest_road, state.scores) == (None, [0, 0, 0, 1])


def test_a_cut_leaves_the_award_with_a_holder_who_is_still_tied_for_the_longest(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41, 46)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    cut(state, 3, 39, 43)
    assert (length_of(state, 0), length_of(state, 1)) == (5, 5)
    assert (state.details.longest_road, state.scores) == (0, [2, 0, 0, 1])


def test_a_cut_below_five_loses_the_award(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 44, 48)
    assert length_of(state, 0) == 3
    assert (state.details.longest_road, state.scores) == (None, [0, 0, 0, 1])


def test_a_cut_may_give_the_award_to_the_builder(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 3, 16, 21, 27, 33, 38, 43)
    cut(state, 3, 44, 48)
    assert (state.details.longest_road, state.scores) == (3, [0, 0, 0, 3])


def test_a_cut_of_another_than_the_holder_changes_nothing(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 1, 0, 4, 1, 5, 2, 6, 10)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 44, 48)
    assert (length_of(state, 0), state.details.longest_road) == (3, 1)


def test_a_building_at_the_end_of_a_road_cuts_nothing(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 45, 49)
    assert (length_of(state, 0), state.details.longest_road) == (5, 0)


def test_a_cut_of_a_loop_opens_it_only(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, *HEX_13)
    cut(state, 3, 44, 48)
    assert (length_of(state, 0), state.details.longest_road) == (6, 0)


def test_a_tie_after_a_cut_goes_to_the_first_to_be_strictly_longer(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 16, 21, 27, 33, 38, 43)
    cut(state, 3, 44, 48).apply("end turn").apply("roll").apply("dice 2").apply("end turn")
    state.apply("roll").apply("dice 2")
    give_resources(state, 1, wood=1, clay=1)
    state.apply("road 6-10")
    assert (state.details.longest_road, state.scores) == (1, [0, 2, 0, 1])


def test_a_tie_after_a_cut_is_settled_by_cutting_one_of_the_tied(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 13, 18, 24, 30, 36, 31)
    cut(state, 3, 44, 48)
    assert state.details.longest_road is None
    cut(state, 3, 24, 19)
    assert state.details.longest_road == 1


def test_a_lost_award_is_regained_with_five_roads(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 44, 48)
    assert state.details.longest_road is None
    state.apply("end turn").apply("roll").apply("dice 2")
    give_resources(state, 0, wood=2, clay=2)
    state.apply("road 22-28")
    assert state.details.longest_road is None
    state.apply("road 16-22")
    assert (length_of(state, 0), state.details.longest_road, state.scores) == (5, 0, [2, 0, 0, 1])


def test_a_shorter_road_of_five_does_not_take_an_award_that_nobody_holds(turn_of, put_line):
    """Two tie at six and nobody holds the award: a third with five roads does not get it."""
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41, 46)
    put_line(state, 1, 0, 4, 1, 5, 2, 6, 10)
    put_line(state, 2, 16, 21, 27, 33, 38, 43, 47)
    cut(state, 3, 44, 48)
    assert state.details.longest_road is None
    put_line(state, 3, 13, 18, 24, 30, 36)
    give_resources(state, 3, wood=1, clay=1)
    state.apply("road 31-36")
    assert (length_of(state, 3), state.details.longest_road) == (5, None)


# Against brute force.


def longest_trail(roads, blocked):
    """Try every trail from every node: no road twice, and no further than a blocked node."""
    at = {}
    for a, b in roads:
        at.setdefault(a, []).append((b, (a, b)))
        at.setdefault(b, []).append((a, (a, b)))

    def extend(node, used):
        longest = len(used)
        for other, road in at[node]:
            if road in used:
                continue
            used.add(road)
            longest = max(longest, len(used) if other in blocked else extend(other, used))
            used.remove(road)
        return longest

    return max((extend(node, set()) for node in at), default=0)


def longest_by_euler(roads, blocked):
    """Find the largest connected set of roads with at most two odd nodes; a blocked node falls apart."""
    ends = [
        tuple((node, number) if node in blocked else (node, -1) for node in road)
        for number, road in enumerate(roads)
    ]
    for size in range(len(roads), 0, -1):
        for chosen in combinations(ends, size):
            nodes = [node for road in chosen for node in road]
            odd = sum(nodes.count(node) % 2 for node in set(nodes))
            if odd <= 2 and is_connected(chosen):
                return size
    return 0


def is_connected(roads):
    reached = set(roads[0])
    rest = list(roads[1:])
    while True:
        joined = [road for road in rest if not reached.isdisjoint(road)]
        if not joined:
            return not rest
        rest = [road for road in rest if road not in joined]
        reached.update(*joined)


@st.composite
def networks(draw, most):
    """Roads of one seat that mostly hang together, in the order they are placed."""
    edges = [draw(st.integers(0, 71))]
    for _ in range(draw(st.integers(0, most - 1))):
        near = {e for old in edges for node in edge_nodes(old) for e in node_edges(node)} - set(edges)
        choice = draw(st.integers(0, 20))
        pool = sorted(near) if choice and near else sorted(set(range(72)) - set(edges))
        edges.append(pool[draw(st.integers(0, len(pool) - 1))])
    return [edge_nodes(edge) for edge in edges]


@settings(derandomize=True, deadline=None, max_examples=300)
@given(roads=networks(most=9), blocked=st.sets(st.integers(0, 53), max_size=8))
def test_the_length_is_that_of_the_largest_trail_by_eulers_theorem(turn_of, roads, blocked):
    state = turn_of(0, points_to_win=20)
    for node in blocked:
        put_settlement(state, 1, node)
    for a, b in roads:
        put_road(state, 0, a, b)
    assert length_of(state) == longest_by_euler(roads, blocked) == longest_trail(roads, blocked)


def ball(centre, size):
    """The edges nearest to a node: a network full of loops."""
    edges, nodes = [], [centre]
    for node in nodes:
        for edge in node_edges(node):
            if edge not in edges:
                edges.append(edge)
                nodes += [n for n in edge_nodes(edge) if n not in nodes]
    return [edge_nodes(edge) for edge in edges[:size]]


@pytest.mark.parametrize("size", [12, 15])
def test_the_length_of_networks_full_of_loops(turn_of, size):
    for centre in range(54):
        roads = ball(centre, size)
        for blocked in ((), (centre,), roads[-1]):
            state = turn_of(0)
            for a, b in roads:
                put_road(state, 0, a, b)
            for node in blocked:
                put_settlement(state, 1, node)
            assert length_of(state) == longest_trail(roads, set(blocked))


class Shadow:
    """Longest Road by the words of the rules, recomputed from all pieces after each of them."""

    def __init__(self, players):
        self.roads = [[] for _ in range(players)]
        self.buildings = {}
        self.holder = None

    def lengths(self):
        return [
            longest_trail(roads, {node for node, owner in self.buildings.items() if owner != seat})
            for seat, roads in enumerate(self.roads)
        ]

    def award(self):
        lengths = self.lengths()
        longest = max(lengths)
        best = [seat for seat, length in enumerate(lengths) if length == longest and length >= 5]
        if self.holder not in best:
            self.holder = best[0] if len(best) == 1 else None
        return lengths, self.holder


def check_random_pieces(turn_of, pieces):
    state = turn_of(0, points_to_win=20)
    shadow = Shadow(4)
    taken = set()
    for seat, is_road, edge, end in pieces:
        nodes = edge_nodes(edge)
        if is_road and edge not in taken and len(shadow.roads[seat]) < 15:
            put_road(state, seat, *nodes)
            shadow.roads[seat].append(nodes)
            taken.add(edge)
        elif not is_road and nodes[end] not in shadow.buildings:
            put_settlement(state, seat, nodes[end])
            shadow.buildings[nodes[end]] = seat
        facts = state.details
        assert ([seat.road_length for seat in facts.seats], facts.longest_road) == shadow.award()


PIECES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 5).map(bool), st.integers(0, 71), st.integers(0, 1)),
    min_size=30,
    max_size=120,
)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(pieces=PIECES)
def test_the_award_follows_every_new_road_and_every_cut(turn_of, pieces):
    check_random_pieces(turn_of, pieces)


@st.composite
def crowded(draw):
    """Two seats with long roads side by side, and others who settle on them."""
    lines = []
    for seat in (0, 1):
        line = [draw(st.integers(0, 53))]
        for _ in range(draw(st.integers(4, 14))):
            edges = [e for e in node_edges(line[-1])]
            edge = edges[draw(st.integers(0, len(edges) - 1))]
            line.append(sum(edge_nodes(edge)) - line[-1])
        lines += [(seat, True, edge_between(a, b), 0) for a, b in pairwise(line)]
    cuts = draw(st.lists(st.tuples(st.integers(0, 3), st.just(False), st.integers(0, 71), st.integers(0, 1)), max_size=20))
    return draw(st.permutations(lines + cuts))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(pieces=crowded())
def test_the_award_follows_cuts_of_long_roads(turn_of, pieces):
    check_random_pieces(turn_of, pieces)


def follow_game(walk, rules, seed, by_group):
    """Keep a shadow of the award beside a random game; return how often a road was cut."""
    shadow = Shadow(rules.players)
    cuts = 0
    for state, move in walk(rules, seed, by_group=by_group):
        fields = state.fields()
        assert (fields["road_holder"] if fields["road_holder"] >= 0 else None) == shadow.holder
        if move is None or move.group not in ("road", "settlement"):
            continue
        seat = fields["turn_seat"]
        place = str(move).split()[1]
        before = shadow.lengths() if move.group == "settlement" else []
        if move.group == "road":
            shadow.roads[seat].append(tuple(int(node) for node in place.split("-")))
        else:
            shadow.buildings[int(place)] = seat
        lengths, _ = shadow.award()
        cuts += any(new < old for new, old in zip(lengths, before, strict=False))
        after = state.copy().apply(move).fields()
        assert list(after["road_length"][: rules.players]) == lengths
    return cuts


def test_length_and_award_are_right_throughout_random_games(walk):
    cuts = sum(follow_game(walk, Rules(players=2 + seed % 3), seed, seed % 2 == 0) for seed in range(12))
    assert cuts > 0


@pytest.mark.full
def test_length_and_award_are_right_throughout_many_random_games(walk):
    cuts = sum(follow_game(walk, Rules(players=2 + seed % 3), seed, seed % 2 == 0) for seed in range(100, 250))
    assert cuts > 20

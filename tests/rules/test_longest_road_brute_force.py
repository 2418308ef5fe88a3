"""Road lengths and Longest Road against brute force, written apart from the engine."""

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.games.catan.engine.arrange import put_road, put_settlement
from catanlab.games.catan.grid import edge_between, edge_nodes, node_edges, node_neighbours
from catanlab.games.catan.rules import Rules


def length_of(state, seat=0):
    return state.position.seats[seat].road_length


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


@examples(300)
@given(roads=networks(most=9), blocked=st.sets(st.integers(0, 53), max_size=8))
def test_the_length_is_that_of_the_largest_trail_by_eulers_theorem(turn_of, roads, blocked):
    state = turn_of(0, points_to_win=20)
    for number, node in enumerate(blocked):
        put_settlement(state, 1 + number % 3, node)
    for a, b in roads:
        put_road(state, 0, a, b)
    assert length_of(state) == longest_by_euler(roads, blocked) == longest_trail(roads, blocked)


def check_random_networks(turn_of, seeds):
    """Grow networks of up to 15 roads among enemy buildings, some of which come later and cut them."""
    for seed in seeds:
        random = Random(seed)
        state = turn_of(0, points_to_win=20)
        roads, blocked = [], set()
        edge = random.randrange(72)
        for _ in range(random.randint(5, 15)):
            if random.random() < 0.25:
                node = random.choice(edge_nodes(random.choice([edge, random.randrange(72)])))
                if node not in blocked:
                    put_settlement(state, 1 + len(blocked) % 3, node)
                    blocked.add(node)
            put_road(state, 0, *edge_nodes(edge))
            roads.append(edge_nodes(edge))
            near = {e for road in roads for node in road for e in node_edges(node)}
            edge = random.choice([e for e in sorted(near) if edge_nodes(e) not in roads])
        assert state.fields()["road_length"][0] == longest_trail(roads, blocked)


def test_the_length_of_some_random_networks(turn_of):
    check_random_networks(turn_of, range(200))


@pytest.mark.full
def test_the_length_of_thousands_of_random_networks(turn_of):
    check_random_networks(turn_of, range(200, 3000))


@pytest.mark.slow
def test_the_length_of_ten_thousand_random_networks(turn_of):
    check_random_networks(turn_of, range(3000, 13_000))


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

    def has_settlement(self, seat):
        return list(self.buildings.values()).count(seat) < 5

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
        elif not is_road and nodes[end] not in shadow.buildings and shadow.has_settlement(seat):
            put_settlement(state, seat, nodes[end])
            shadow.buildings[nodes[end]] = seat
        facts = state.position
        assert ([seat.road_length for seat in facts.seats], facts.longest_road) == shadow.award()


PIECES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 5).map(bool), st.integers(0, 71), st.integers(0, 1)),
    min_size=30,
    max_size=120,
)


@examples(40)
@given(pieces=PIECES)
def test_the_award_follows_every_new_road_and_every_cut(turn_of, pieces):
    check_random_pieces(turn_of, pieces)


@st.composite
def crossed(draw):
    """Two seats with long roads, and settlements of anybody on the nodes of these."""
    roads, nodes = [], []
    for seat in (0, 1):
        line = [draw(st.integers(0, 53))]
        for _ in range(draw(st.integers(5, 10))):
            onward = [node for node in node_neighbours(line[-1]) if node not in line]
            if onward:
                line.append(onward[draw(st.integers(0, len(onward) - 1))])
        roads += [(seat, True, edge_between(a, b), 0) for a, b in pairwise(line)]
        nodes += line
    cuts = [
        (draw(st.integers(0, 3)), False, *at)
        for node in draw(st.lists(st.sampled_from(nodes), max_size=6))
        for at in [(node_edges(node)[0], edge_nodes(node_edges(node)[0]).index(node))]
    ]
    return roads + cuts if draw(st.booleans()) else draw(st.permutations(roads + cuts))


@examples(120)
@given(pieces=crossed())
def test_the_award_follows_cuts_of_long_roads(turn_of, pieces):
    check_random_pieces(turn_of, pieces)


def follow_game(walk, rules, seed, by_group):
    """Keep a shadow of the award during a random game; return how often a road was cut."""
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
    cuts = sum(
        follow_game(walk, Rules(players=2 + seed % 3), seed, seed % 2 == 0) for seed in range(100, 250)
    )
    assert cuts > 5

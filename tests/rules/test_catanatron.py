"""Our rules against Catanatron 3.2.1: random games on both, step by step, up to known differences."""

import random
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import version

import pytest
from catanatron.models import map as peer_map
from tests.rules.catanatron_differences import KNOWN_DIFFERENCES, Situation, explain, rightful_holder
from tests.rules.catanatron_lockstep import Lockstep
from tests.rules.catanatron_peer import action_of, map_of, move_of, picture_of
from tools.catanatron.geometry import NODE_OF, board_of

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan import grid
from catanlab.games.catan.layouts import LAYOUTS, make_board

_ARGUMENT = (1 << GROUP_SHIFT) - 1


@dataclass
class Tally:
    """What the walks of many games have compared."""

    games: int = 0
    finished: int = 0
    steps: int = 0
    equal: int = 0
    turns: int = 0
    met: Counter = field(default_factory=Counter)
    games_met: Counter = field(default_factory=Counter)

    def report(self):
        """Return the counts as lines of text."""
        lines = [
            f"{self.games} games, {self.finished} of them to their end, {self.turns} turns",
            f"{self.steps} steps compared, {self.equal} without any difference",
        ]
        for known in KNOWN_DIFFERENCES:
            steps, games = self.met[known.name], self.games_met[known.name]
            lines.append(f"{steps:7} steps in {games:3} games: {known.name}")
        return "\n".join(lines)


def uniform(lock, moves, random):
    """Choose any move."""
    return moves[random.below(len(moves))]


def by_group(lock, moves, random):
    """Choose a kind of move, then one of them: more building, shorter games."""
    groups = sorted({move >> GROUP_SHIFT for move in moves})
    group = groups[random.below(len(groups))]
    return uniform(lock, [move for move in moves if move >> GROUP_SHIFT == group], random)


def crowding(lock, moves, random):
    """Settle when possible, and build where others have roads: cuts and blocked ends are frequent."""
    group = by_group(lock, moves, random) >> GROUP_SHIFT
    if any(move >> GROUP_SHIFT == c.SETTLEMENT for move in moves):
        group = c.SETTLEMENT
    same = [move for move in moves if move >> GROUP_SHIFT == group]
    if group not in (c.ROAD, c.SETTLEMENT):
        return uniform(lock, same, random)
    seats = lock.ours.position.seats
    others = [road for seat in seats if seat is not seats[lock.ours.to_move] for road in seat.road_ends]

    def company(candidate):
        place = candidate & _ARGUMENT
        nodes = grid.edge_nodes(place) if group == c.ROAD else (place,)
        return sum(node in road for node in nodes for road in others)

    most = max(map(company, same))
    return uniform(lock, [move for move in same if company(move) == most], random)


POLICIES = (uniform, by_group, crowding)


def walk(seed, players, policy, tally):
    """Play a random game on both engines, comparing all at every decision, until they part or it ends."""
    lock = Lockstep(players=players, seed=seed)
    random = Random(seed)
    before = picture_of(lock.ours)
    met = Counter()
    while True:
        state = lock.ours
        if state.is_chance:
            lock.play(state.draw_outcome(random))
        elif not lock.together:
            lock.play(state.draw_move(random))
        else:
            situation = Situation(lock, before)
            found = explain(situation)
            check_longest_road(situation)
            met.update(known.name for known in found)
            tally.steps += 1
            tally.equal += not found
            if state.is_over or any(known.final for known in found):
                break
            before = situation.ours
            if before["phase"] == "discarding":
                lock.play(state.draw_move(random))
            else:
                lock.play(policy(lock, sorted(situation.shared), random))
    tally.games += 1
    tally.finished += state.is_over
    tally.turns += state.turn
    tally.met += met
    tally.games_met.update(met.keys())


def check_longest_road(s):
    """Hold our lengths and our award against the pieces, whatever they say."""
    if s.group in (c.ROAD, c.SETTLEMENT):
        lengths = [s.road_length(seat) for seat in s.seats]
        assert [s.ours["road length", seat] for seat in s.seats] == lengths
        assert s.ours["longest road"] == rightful_holder(s.before["longest road"], lengths)


def walk_all(seeds):
    """Walk through a game for each seed, with all numbers of players and all policies."""
    tally = Tally()
    for seed in seeds:
        walk(seed, (4, 4, 3, 2)[seed // 3 % 4], POLICIES[seed % 3], tally)
    print(tally.report())
    assert tally.games == len(seeds)
    assert tally.finished > tally.games / 2
    assert tally.equal > tally.steps / 2
    return tally


@pytest.mark.full
def test_ten_random_games_agree_step_by_step():
    assert walk_all(range(10)).steps > 5_000


@pytest.mark.full
@pytest.mark.parametrize("part", [0, 1, *(pytest.param(part, marks=pytest.mark.slow) for part in (2, 3))])
def test_120_random_games_agree_step_by_step(part):
    tally = walk_all(range(1000 + 30 * part, 1030 + 30 * part))
    assert tally.steps > 20_000


def test_the_peer_is_the_version_whose_differences_are_listed():
    assert version("catanatron") == "3.2.1"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_go_to_catanatron_and_back(layout):
    for seed in range(20):
        board = make_board(layout, Random(seed))
        assert board_of(map_of(board)) == board


def test_nodes_are_neighbours_on_both_boards_alike():
    tiles = map_of(make_board("beginner", Random(0))).land_tiles.values()
    theirs = {frozenset(NODE_OF[node] for node in edge) for tile in tiles for edge in tile.edges.values()}
    assert theirs == {frozenset(grid.edge_nodes(edge)) for edge in range(72)}


def test_their_tournament_map_is_our_tournament_board():
    assert board_of(peer_map.TOURNAMENT_MAP) == make_board("tournament", Random(0))


def test_actions_are_our_moves_and_back():
    lock = Lockstep(seed=5)
    random = Random(5)
    for _ in range(400):
        if lock.ours.is_chance:
            lock.play(lock.ours.draw_outcome(random))
            continue
        if lock.together:
            for action in lock.peer.state.playable_actions:
                assert action_of(move_of(action), lock.peer.seat) == action
        if lock.ours.phase_name == "discarding":
            lock.play(lock.ours.draw_move(random))
        else:
            ours, theirs = lock.legal()
            lock.play(uniform(lock, sorted(ours & theirs), random))


def test_seats_keep_our_order():
    lock = Lockstep(seed=2, players=3)
    for seat, node in enumerate((0, 2, 11)):
        assert lock.peer.seat == seat
        lock.play(f"settlement {node}", f"road {node}-{grid.node_neighbours(node)[0]}")
        assert lock.peer.pieces()["settlements", seat] == {node}


@pytest.mark.full
def test_global_random_is_left_as_it_was():
    kept = random.getstate()
    walk(2, 3, by_group, Tally())
    assert random.getstate() == kept

"""The settlements of the set-up: the best pair, the better node first, and where JSettlers cuts off."""

from itertools import combinations

import pytest
from tests.agents.decisions.positions import income_of, see

from catanlab import Catan
from catanlab.agents.decisions.opening import place_settlement
from catanlab.agents.estimates.build_time import (
    BuildTimes,
    best_addition,
    best_pair,
    lone_build_time,
    lone_spots,
    weight,
)
from catanlab.agents.estimates.income import hundredths
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.engine.arrange import put_settlement
from catanlab.games.catan.grid import NODE_TO_JSETTLERS, node_hexes, node_neighbours

BEGINNER = Catan(board="beginner").board


def heavy(board, *nodes):
    return sum(hundredths(board.numbers[hexagon]) for node in nodes for hexagon in node_hexes(node))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_pair_is_found_among_all_that_keep_the_distance(seed):
    board, build_times = Catan(seed=seed).board, BuildTimes()
    pairs = [(a, b) for a, b in combinations(range(54), 2) if b not in node_neighbours(a)]
    assert len(pairs) == 54 * 53 // 2 - 72
    best = min(pairs, key=lambda pair: (build_times.sum(income_of(board, pair)), -heavy(board, *pair)))
    assert best_pair(board, build_times, range(54)) == (*best, build_times.sum(income_of(board, best)))


def test_nodes_alone_are_in_order_of_their_sums_and_of_equal_sums_by_their_numbers():
    build_times = BuildTimes()
    spots = lone_spots(BEGINNER, build_times, range(54))
    assert [node for node, *_ in spots[:3]] == [39, 44, 46]
    for node, rolls, total in spots:
        assert (
            rolls
            == build_times.sum(income_of(BEGINNER, [node]))
            == lone_build_time(BEGINNER, build_times, node)
        )
        assert total == heavy(BEGINNER, node) == weight(BEGINNER, node)
    ranks = [(rolls, -total) for _, rolls, total in spots]
    assert ranks == sorted(ranks)


def test_the_first_settlement_is_the_better_one_of_the_best_pair():
    view, situation = see(Catan(board="beginner").start())
    choice = place_settlement(view, situation, BuildTimes())
    assert best_pair(BEGINNER, BuildTimes(), range(54)) == (31, 44, 58)
    assert lone_build_time(BEGINNER, BuildTimes(), 31) == 157
    assert str(choice.move) == "settlement 44"  # alone it takes 144
    assert choice.reason == "with node 31 I build fastest from here"
    assert choice.data == {"with": 31, "sum": 58, "alone": 144}


def test_of_a_pair_with_equal_sums_the_node_with_the_likelier_numbers_comes_first():
    # Thomas, chapter 4: ties by the total probability of the numbers
    game = Catan(seed=154)
    board, build_times = game.board, BuildTimes()
    assert best_pair(board, build_times, range(54))[:2] == (16, 19)
    assert [lone_build_time(board, build_times, node) for node in (16, 19)] == [152, 152]
    assert [weight(board, node) for node in (16, 19)] == [25, 36]
    view, situation = see(game.start())
    assert str(place_settlement(view, situation, build_times).move) == "settlement 19"


def test_only_legal_nodes_are_looked_at():
    state = Catan(board="beginner").start()
    state.apply("settlement 40")  # next to 44
    state.apply("road 40-45")
    view, situation = see(state, 1)
    choice = place_settlement(view, situation, BuildTimes())
    assert view.is_legal(choice.move)
    assert {choice.move.node, choice.data["with"]} & {35, 40, 44, 45} == set()


def after_first(node):
    """Return a position in which seat 0 places its second settlement, with the first at a node."""
    state = Catan(board="beginner").start()
    put_settlement(state, 0, node)
    return state


def test_the_second_settlement_goes_best_with_the_first():
    view, situation = see(after_first(25))
    choice = place_settlement(view, situation, BuildTimes())
    open_nodes = [node for node in range(54) if node != 25 and node not in node_neighbours(25)]
    sums = {node: BuildTimes().sum(income_of(BEGINNER, (25, node))) for node in open_nodes}
    assert str(choice.move) == "settlement 36"
    assert choice.data["sum"] == 65 == min(sums.values())


def test_a_second_settlement_that_is_cut_off_may_win_by_its_numbers():
    # with node 25, node 39 takes 70 rolls and node 36 takes 65, but the numbers of 39 weigh more
    assert best_addition(BEGINNER, BuildTimes(), [25], [39]) == (39, 70)
    assert (weight(BEGINNER, 36), weight(BEGINNER, 39)) == (25, 31)
    view, situation = see(after_first(25))
    choice = place_settlement(view, situation, BuildTimes(), cut_off=True)
    assert str(choice.move) == "settlement 39"
    assert choice.data["sum"] == 65


def test_nothing_is_cut_off_before_a_best_is_known():
    # 160 rolls are the best at the outset; a single node is taken however slow it is
    slow = next(node for node, rolls, _ in lone_spots(BEGINNER, BuildTimes(), range(54)) if rolls > 500)
    assert best_addition(BEGINNER, BuildTimes(), [], [slow], cut_off=True) == (slow, 160)


def test_cut_off_the_later_node_of_a_pair_looks_better():
    board, build_times = Catan(seed=12).board, BuildTimes()
    assert best_pair(board, build_times, range(54)) == (12, 39, 56)
    assert [lone_build_time(board, build_times, node) for node in (12, 39)] == [145, 152]
    assert [
        lone_build_time(board, build_times, 12, cap=100),
        lone_build_time(board, build_times, 39, cap=56),
    ] == [145, 136]
    view, situation = see(Catan(seed=12).start())
    assert str(place_settlement(view, situation, build_times).move) == "settlement 12"
    assert str(place_settlement(view, situation, build_times, cut_off=True).move) == "settlement 39"


def test_cut_off_the_earlier_node_is_capped_at_a_hundred_rolls_only():
    # in the order of JSettlers 49 comes before 17
    board, build_times = Catan(seed=1).board, BuildTimes()
    assert best_pair(board, build_times, range(54)) == (17, 49, 45)
    assert [lone_build_time(board, build_times, 49, cap=cap) for cap in (100, 45)] == [137, 126]
    assert lone_build_time(board, build_times, 17, cap=45) == 129
    view, situation = see(Catan(seed=1).start())
    assert str(place_settlement(view, situation, build_times, cut_off=True).move) == "settlement 17"


def test_cut_off_equal_pairs_go_in_the_order_of_jsettlers_tables():
    # nodes 17 and 22 are equally good with 24; in seven bits 22 has the lower number of the two
    view, situation = see(Catan(seed=22).start())
    found = [place_settlement(view, situation, BuildTimes(), cut_off=cut_off) for cut_off in (False, True)]
    assert [str(choice.move) for choice in found] == ["settlement 17", "settlement 22"]
    assert [choice.data["with"] for choice in found] == [24, 24]
    assert found[0].data["sum"] == found[1].data["sum"]
    assert NODE_TO_JSETTLERS[22] & 127 < NODE_TO_JSETTLERS[17] & 127


def test_without_two_places_the_best_single_one_is_taken():
    state = Catan(board="beginner").start()
    closed = (1 << 54) - 1 & ~(1 << 12 | 1 << 17)
    state.set_fields(state.fields() | {"blocked_nodes": closed})
    view, situation = see(state)
    assert str(place_settlement(view, situation, BuildTimes()).move) == "settlement 12"


def test_nodes_must_exist_and_count_once():
    build_times = BuildTimes()
    for look in (
        lambda: best_pair(BEGINNER, build_times, [3, 54]),
        lambda: best_addition(BEGINNER, build_times, [-1], [3]),
        lambda: best_addition(BEGINNER, build_times, [3], [99]),
        lambda: lone_spots(BEGINNER, build_times, [54]),
        lambda: lone_build_time(BEGINNER, build_times, 54),
        lambda: weight(BEGINNER, -1),
    ):
        with pytest.raises(ArgumentError, match="node"):
            look()
    with pytest.raises(TypeError):
        best_pair(None, build_times, [3, 40])
    assert best_pair(BEGINNER, build_times, [*range(54)] * 2) == best_pair(BEGINNER, build_times, range(54))


def test_neighbours_are_no_pair():
    assert best_pair(BEGINNER, BuildTimes(), [12, 17]) is None
    assert best_pair(BEGINNER, BuildTimes(), []) is None
    assert best_addition(BEGINNER, BuildTimes(), [12], []) is None

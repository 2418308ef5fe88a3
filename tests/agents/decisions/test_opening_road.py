"""The roads of the set-up, by building speed as in Thomas and by numbers and ports as in JSettlers."""

from tests.agents.decisions.positions import income_of, see

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.decisions.opening_road import (
    others_to_place,
    places_before_me,
    popularity,
    port_worth,
    road_by_numbers,
    road_by_speed,
    spot_score,
)
from catanlab.agents.estimates.build_time import BuildTimes, lone_spots
from catanlab.agents.estimates.java_hash_order import hash_table_order
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import NODE_TO_JSETTLERS, node_neighbours

BEGINNER = Catan(board="beginner").board


def placed(*texts):
    """Return the set-up after these moves, and what the seat that is to move sees."""
    state = Catan(board="beginner").start()
    for text in texts:
        state.apply(text)
    return see(state, state.to_move)


FIRST_ROUND = (
    "settlement 44",
    "road 44-48",
    "settlement 12",
    "road 12-17",
    "settlement 31",
    "road 31-36",
    "settlement 28",
    "road 28-22",
)


def two_away(node):
    return {far for near in node_neighbours(node) for far in node_neighbours(near)} - {node}


def test_who_places_how_often_before_whom():
    counts = []
    for length in (1, 3, 5, 7):
        _, situation = placed(*FIRST_ROUND[:length])
        counts.append((others_to_place(situation), places_before_me(situation)))
    assert counts == [(6, 6), (5, 4), (4, 2), (3, 0)]
    _, situation = placed(*FIRST_ROUND, "settlement 10")
    assert (others_to_place(situation), places_before_me(situation)) == (3, 0)
    _, situation = placed(*FIRST_ROUND, "settlement 10", "road 10-14", "settlement 1")
    assert others_to_place(situation) == 2


def test_the_last_road_leads_to_the_spot_with_which_i_build_fastest():
    view, situation = placed(
        *("settlement 28", "road 28-22", "settlement 12", "road 12-17", "settlement 31", "road 31-36"),
        *("settlement 1", "road 1-5", "settlement 10", "road 10-14", "settlement 21", "road 21-27"),
        *("settlement 50", "road 50-53", "settlement 40"),
    )
    assert others_to_place(situation) == 0
    spots = [node for node in two_away(40) if not situation.blocked_nodes >> node & 1]
    sums = {node: BuildTimes().sum(income_of(BEGINNER, (28, 40, node))) for node in spots}
    choice = road_by_speed(view, situation, BuildTimes(), Random(1))
    assert len(sums) > 2
    assert sums[choice.data["spot"]] == choice.data["sum"] == min(sums.values())
    assert view.is_legal(choice.move)


def test_what_the_others_are_bound_to_take_is_no_aim():
    view, situation = placed("settlement 45")
    choice = road_by_speed(view, situation, BuildTimes(), Random(1))
    sums = {node: BuildTimes().sum(income_of(BEGINNER, (45, node))) for node in two_away(45)}
    taken, closed = [], {45, *node_neighbours(45)}
    for node, *_ in lone_spots(BEGINNER, BuildTimes(), range(54)):
        if len(taken) < 6 and node not in closed:
            taken.append(node)
            closed |= {node, *node_neighbours(node)}
    # node 44 would be best with 45, and is among the six best alone
    assert min(sums, key=sums.get) in closed
    assert choice.data["spot"] == min(sums.keys() - closed, key=sums.get)


def test_a_road_begins_at_the_settlement_and_leads_to_the_spot():
    for node in (45, 30, 18, 1):
        view, situation = placed(f"settlement {node}")
        for choice in (
            road_by_speed(view, situation, BuildTimes(), Random(1)),
            road_by_numbers(view, situation, Random(1)),
        ):
            assert view.is_legal(choice.move)
            near = set(situation.board_values.ends[choice.move.edge]) - {node}
            assert choice.data["spot"] in node_neighbours(*near)


def test_numbers_that_are_new_to_me_count_twice():
    _, situation = placed("settlement 12")  # 10, 12 and 6
    # node 14 has 9, 4 and 10: (2 * 11 + 2 * 8 + 8) * 100 // 80 * 3
    assert spot_score(situation, BEGINNER, 14) == 57 * 3
    # node 18 has 6, 4 and the desert
    assert spot_score(situation, BEGINNER, 18) == (14 + 16) * 100 // 80 * 3


def test_a_good_port_counts_unless_it_is_mine():
    _, situation = placed("settlement 12")
    # node 26 has an 8 and a port that trades all resources
    assert spot_score(situation, BEGINNER, 26) == 28 * 100 // 80 * 3 + 500
    # node 1 has a 2 and a port for wheat, which has 36 hundredths on this board
    assert spot_score(situation, BEGINNER, 1) == 6 * 100 // 80 * 3 + 600
    # node 15 has a 10, which is not new, and a port for ore, which has 28
    assert spot_score(situation, BEGINNER, 15) == 8 * 100 // 80 * 3
    _, situation = placed("settlement 32")  # on the port of node 26
    assert spot_score(situation, BEGINNER, 26) == 14 * 100 // 80 * 3


def test_a_port_is_good_if_its_resource_is_plentiful():
    worths = {name: port_worth(BEGINNER, port) for port, name in enumerate(c.RESOURCES)}
    # 37, 33, 28, 36 and 28 hundredths
    assert worths == {"wood": 6, "clay": 0, "sheep": 0, "wheat": 6, "ore": 0}


def test_the_others_want_numbers_and_ports_two_edges_away():
    board_values = BoardValues(BEGINNER)
    # node 36 has 3, 4 and 5 and no port near
    assert popularity(BEGINNER, board_values, 36) == 25 * 100 // 40 * 100
    # node 25 has 10, 3 and 8; the ports at nodes 26 (all resources) and 15 (ore) are two edges away
    assert popularity(BEGINNER, board_values, 25) == 28 * 100 // 40 * 100 + 500
    # node 26 has that port itself
    assert popularity(BEGINNER, board_values, 26) == 14 * 100 // 40 * 100


def test_by_numbers_the_most_popular_nodes_are_left_to_the_others():
    view, situation = placed("settlement 24")
    open_nodes = [node for node in range(54) if not situation.blocked_nodes >> node & 1]
    open_nodes.sort(key=lambda node: -popularity(BEGINNER, situation.board_values, node))
    # 40 is next to 44, and 39 too: only the nodes themselves leave the list
    assert open_nodes[:6] == [28, 31, 39, 44, 25, 40]
    scores = {node: spot_score(situation, BEGINNER, node) for node in two_away(24)}
    assert scores == {25: 186, 14: 171, 13: 156, 23: 150, 36: 135, 35: 51}
    choice = road_by_numbers(view, situation, Random(1))
    assert choice.data == {"spot": 14, "score": 171}
    assert str(choice.move) == "road 19-24"


def test_by_numbers_the_second_road_fears_nobody():
    view, situation = placed(*FIRST_ROUND, "settlement 10")
    spots = [node for node in two_away(10) if not situation.blocked_nodes >> node & 1]
    scores = {node: spot_score(situation, BEGINNER, node) for node in spots}
    choice = road_by_numbers(view, situation, Random(1))
    assert choice.data["score"] == max(scores.values())


def test_without_a_spot_chance_picks_a_road():
    view, situation = placed("settlement 45")
    situation.blocked_nodes = (1 << 54) - 1
    choice = road_by_speed(view, situation, BuildTimes(), Random(1))
    assert view.is_legal(choice.move)
    assert choice.reason == "no spot is open two edges away"


def test_without_a_spot_jsettlers_lays_the_road_on_the_left():
    for node, road in ((45, "road 40-45"), (24, "road 18-24")):
        view, situation = placed(f"settlement {node}")
        situation.blocked_nodes = (1 << 54) - 1
        choice = road_by_numbers(view, situation, Random(1))
        assert (str(choice.move), choice.reason) == (road, "no good spot is left nearby")
    # Node 47 has no edge on its left.
    view, situation = placed("settlement 47")
    situation.blocked_nodes = (1 << 54) - 1
    choice = road_by_numbers(view, situation, Random(1))
    assert view.is_legal(choice.move)
    assert choice.reason == "no spot is open two edges away"


def test_of_equal_spots_jsettlers_takes_the_first_of_its_table():
    ties = 0
    for node in range(54):
        view, situation = placed(f"settlement {node}")
        situation.occupied_nodes = (1 << 8) - 1  # nobody places before me
        scores = {spot: spot_score(situation, BEGINNER, spot) for spot in two_away(node)}
        best = [spot for spot in scores if scores[spot] == max(scores.values()) > 0]
        if len(best) > 1:
            ties += 1
            first = hash_table_order(sorted(NODE_TO_JSETTLERS[spot] for spot in scores))
            best.sort(key=lambda spot: first.index(NODE_TO_JSETTLERS[spot]))
            assert road_by_numbers(view, situation, Random(1)).data["spot"] == best[0]
    assert ties

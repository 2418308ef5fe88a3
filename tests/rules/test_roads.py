"""Roads: what they cost and where they may go."""

import pytest

from catanlab.games.catan.constants import CLAY, WOOD
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
)

BLOCKED = "no own road or building leads there, or another's building is in the way"


def test_a_road_costs_clay_and_wood_which_go_to_the_bank(turn_of, hand_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=2, clay=1, ore=1)
    state.apply("road 29-34")
    assert hand_of(state, 0) == {"wood": 1, "ore": 1}
    assert (state.position.bank[WOOD], state.position.bank[CLAY]) == (18, 19)
    assert (29, 34) in state.position.seats[0].road_ends


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ({"wood": 1}, "a road needs 1 clay more"),
        ({"clay": 1}, "a road needs 1 wood more"),
        ({"ore": 9}, "a road needs 1 wood and 1 clay more"),
    ],
)
def test_a_road_needs_both_cards(turn_of, refuses, hand, reason):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, **hand)
    refuses(state, "road 29-34", reason)


def test_a_road_continues_an_own_road(turn_of, refuses, listed):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1)
    assert listed(state, "road") == ["road 17-23", "road 18-23", "road 29-34", "road 29-35"]
    refuses(state, "road 34-39", BLOCKED)


def test_a_road_may_start_at_an_own_building(set_up, listed):
    state = (
        set_up(players=2).apply("settlement 23").apply("road 23-29").apply("settlement 0").apply("road 0-3")
    )
    state.apply("settlement 53").apply("road 50-53").apply("settlement 41").apply("road 36-41")
    state.apply("roll").apply("dice 2")
    give_resources(state, 0, wood=1, clay=1)
    assert {"road 17-23", "road 18-23", "road 41-45", "road 41-46"} <= set(listed(state, "road"))


def test_a_road_does_not_continue_the_road_of_another(turn_of, refuses):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put_road(state, 1, 29, 34)
    give_resources(state, 0, wood=1, clay=1)
    refuses(state, "road 34-39", BLOCKED)
    assert state.is_legal("road 29-35")


@pytest.mark.parametrize("pays", [0, 1])
@pytest.mark.parametrize(("owner", "whose"), [(0, "an own"), (1, "a")])
def test_an_edge_holds_one_road(turn_of, refuses, owner, whose, pays):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put_road(state, owner, 29, 34)
    give_resources(state, 0, wood=pays, clay=pays)
    refuses(state, "road 29-34", f"the edge has {whose} road already")


@pytest.mark.parametrize("put", [put_settlement, put_city])
def test_a_road_does_not_pass_through_the_building_of_another(turn_of, refuses, put):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put(state, 1, 29)
    give_resources(state, 0, wood=1, clay=1)
    refuses(state, "road 29-34", BLOCKED)
    refuses(state, "road 29-35", BLOCKED)
    assert state.is_legal("road 18-23")


def test_a_road_placed_after_the_building_does_not_pass_through_it_either(turn_of, refuses):
    state = turn_of(0)
    put_settlement(state, 1, 29)
    put_road(state, 0, 23, 18)
    give_resources(state, 0, wood=2, clay=2)
    state.apply("road 23-29")
    refuses(state, "road 29-34", BLOCKED)


def test_a_building_closed_on_one_side_is_passed_by_another_way(turn_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put_road(state, 0, 34, 39)
    put_settlement(state, 1, 29)
    give_resources(state, 0, wood=1, clay=1)
    assert state.is_legal("road 29-34")


def test_a_road_may_end_at_the_building_of_another(turn_of):
    state = turn_of(0)
    put_road(state, 0, 23, 18)
    put_settlement(state, 1, 29)
    give_resources(state, 0, wood=1, clay=1)
    assert (23, 29) in state.apply("road 23-29").position.seats[0].road_ends


def test_a_road_passes_through_an_own_building(turn_of):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1)
    assert state.is_legal("road 29-34")


def test_a_seat_has_fifteen_roads(turn_of, refuses, listed, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42)
    give_resources(state, 0, wood=2, clay=2)
    state.apply("road 37-42")
    assert len(state.position.seats[0].road_ends) == 15
    assert listed(state, "road") == []
    refuses(state, "road 32-37", "no road piece is left")


def test_roads_are_built_after_the_roll(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1)
    refuses(state, "road 29-34", "the phase is 'before the roll'")


def test_several_roads_may_be_built_in_a_turn(turn_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=3, clay=3)
    state.apply("road 29-34").apply("road 34-39").apply("road 39-44")
    assert len(state.position.seats[0].road_ends) == 4


def test_free_roads_follow_the_same_rules(turn_of, refuses, listed):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put_settlement(state, 1, 29)
    give_cards(state, 0, road_building=1)
    state.apply("road building")
    assert listed(state, "road") == ["road 17-23", "road 18-23"]
    refuses(state, "road 29-34", BLOCKED)
    refuses(state, "road 23-29", "the edge has an own road already")

"""Settlements and cities: what they cost, where they may go, what pieces there are."""

import pytest

from catanlab.games.catan.constants import ORE, WHEAT
from catanlab.games.catan.engine.arrange import give_resources, put_city, put_road, put_settlement
from catanlab.games.catan.position import by_resource

SETTLEMENT = {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}
CITY = {"wheat": 2, "ore": 3}


def test_a_settlement_costs_wood_clay_sheep_and_wheat_which_go_to_the_bank(turn_of, hand_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=2, clay=1, sheep=1, wheat=1)
    state.apply("settlement 29")
    assert state.position.seats[0].settlement_nodes == (29,)
    assert hand_of(state, 0) == {"wood": 1}
    assert by_resource(state.position.bank) == {"wood": 18, "clay": 19, "sheep": 19, "wheat": 19, "ore": 19}


@pytest.mark.parametrize("missing", SETTLEMENT)
def test_a_settlement_needs_each_of_its_cards(turn_of, refuses, missing):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, **{name: 1 for name in SETTLEMENT if name != missing})
    refuses(state, "settlement 29", f"a settlement needs 1 {missing} more")


def test_a_settlement_needs_an_own_road(turn_of, refuses, listed):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put_road(state, 1, 40, 44)
    give_resources(state, 0, **SETTLEMENT)
    assert listed(state, "settlement") == ["settlement 23", "settlement 29"]
    refuses(state, "settlement 44", "no own road leads to node 44")
    refuses(state, "settlement 34", "no own road leads to node 34")


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("put", [put_settlement, put_city])
def test_buildings_of_anybody_keep_the_distance(turn_of, refuses, put, owner):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    put(state, owner, 34)
    for paid in ({}, SETTLEMENT):
        give_resources(state, 0, **paid)
        refuses(state, "settlement 29", "the building at node 34 is too near")
        refuses(state, "settlement 34", "node 34 has a building already")
    assert state.is_legal("settlement 23")


def test_a_settlement_may_go_onto_the_road_of_another(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 1, 28, 34, 29)
    put_road(state, 0, 34, 39)
    give_resources(state, 0, **SETTLEMENT)
    assert state.apply("settlement 34").position.seats[0].settlement_nodes == (34,)


def test_a_seat_has_five_settlements(turn_of, refuses, listed, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49)
    for node in (16, 27, 38, 47):
        put_settlement(state, 0, node)
    give_resources(state, 0, wood=2, clay=2, sheep=2, wheat=2)
    state.apply("settlement 48")
    assert listed(state, "settlement") == []
    refuses(state, "settlement 49", "no settlement piece is left")


def test_a_city_gives_its_settlement_back(turn_of, refuses, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49)
    for node in (16, 27, 38, 47, 48):
        put_settlement(state, 0, node)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    refuses(state, "settlement 49", "no settlement piece is left")
    state.apply("city 27").apply("settlement 49")
    assert state.position.seats[0].settlement_nodes == (16, 38, 47, 48, 49)
    assert state.position.seats[0].city_nodes == (27,)


def test_a_city_costs_three_ore_and_two_wheat_which_go_to_the_bank(turn_of, hand_of):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    give_resources(state, 0, ore=4, wheat=2)
    state.apply("city 29")
    assert hand_of(state, 0) == {"ore": 1}
    assert state.position.bank[ORE] == 18
    assert state.position.bank[WHEAT] == 19


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ({"ore": 2, "wheat": 2}, "a city needs 1 ore more"),
        ({"ore": 3, "wheat": 1}, "a city needs 1 wheat more"),
        ({}, "a city needs 2 wheat and 3 ore more"),
    ],
)
def test_a_city_needs_all_its_cards(turn_of, refuses, hand, reason):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    give_resources(state, 0, **hand)
    refuses(state, "city 29", reason)


def test_a_city_replaces_an_own_settlement(turn_of, refuses, listed):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    put_settlement(state, 1, 40)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, **CITY)
    assert listed(state, "city") == ["city 29"]
    for node in (23, 40):
        refuses(state, f"city {node}", f"there is no own settlement at node {node}")


def test_a_city_is_not_built_twice(turn_of, refuses):
    state = turn_of(0)
    put_city(state, 0, 29)
    give_resources(state, 0, **CITY)
    refuses(state, "city 29", "there is no own settlement at node 29")


def test_a_new_settlement_may_become_a_city_in_the_same_turn(turn_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    assert state.apply("settlement 29").apply("city 29").position.seats[0].city_nodes == (29,)


def test_a_seat_has_four_cities(turn_of, refuses, listed):
    state = turn_of(0)
    for node in (16, 27, 38):
        put_city(state, 0, node)
    for node in (47, 48):
        put_settlement(state, 0, node)
    give_resources(state, 0, ore=6, wheat=4)
    state.apply("city 47")
    assert listed(state, "city") == []
    refuses(state, "city 48", "no city piece is left")


def test_a_settlement_is_one_point_and_a_city_two(turn_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    assert state.scores == [0, 0, 0, 0]
    assert state.apply("settlement 29").scores == [1, 0, 0, 0]
    assert state.apply("city 29").scores == [2, 0, 0, 0]


def test_buildings_go_up_after_the_roll(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_road(state, 0, 23, 29)
    put_settlement(state, 0, 23)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    refuses(state, "city 23", "the phase is 'before the roll'")
    refuses(state, "settlement 29", "the phase is 'before the roll'")

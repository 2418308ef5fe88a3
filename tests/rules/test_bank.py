"""Trade with the bank and at ports."""

import pytest

from catanlab.games.catan.constants import ORE, WHEAT, WOOD
from catanlab.games.catan.engine.arrange import give_resources, put_city, put_road, put_settlement, set_bank
from catanlab.games.catan.position import by_resource

# On the beginners' board: 3:1 at nodes 0 and 3, wheat at 1 and 5, ore at 10 and 15, wood at 11 and 16,
# clay at 33 and 38, sheep at 42 and 46.


def test_the_bank_gives_one_card_for_four_of_another(turn_of, hand_of):
    state = turn_of(0)
    give_resources(state, 0, wood=5)
    state.apply("bank 4 wood for 1 ore")
    assert hand_of(state, 0) == {"wood": 1, "ore": 1}
    assert (state.position.bank[WOOD], state.position.bank[ORE]) == (18, 18)


def test_a_three_to_one_port_trades_every_resource(turn_of, hand_of):
    state = turn_of(0)
    put_settlement(state, 0, 0)
    give_resources(state, 0, wood=3, sheep=3)
    state.apply("bank 3 wood for 1 ore").apply("bank 3 sheep for 1 ore")
    assert hand_of(state, 0) == {"ore": 2}


@pytest.mark.parametrize(
    ("node", "name"),
    [
        (1, "wheat"),
        (5, "wheat"),
        (10, "ore"),
        (15, "ore"),
        (11, "wood"),
        (16, "wood"),
        (33, "clay"),
        (46, "sheep"),
    ],
)
def test_a_two_to_one_port_trades_its_own_resource(turn_of, node, name):
    state = turn_of(0)
    put_settlement(state, 0, node)
    ratios = {"wood": 4, "clay": 4, "sheep": 4, "wheat": 4, "ore": 4} | {name: 2}
    assert by_resource(state.position.seats[0].ratios) == ratios


def test_a_three_to_one_port_does_not_spoil_a_two_to_one_port(turn_of):
    for nodes in ((0, 5), (5, 0)):
        state = turn_of(0)
        for node in nodes:
            put_settlement(state, 0, node)
        assert by_resource(state.position.seats[0].ratios) == {
            "wood": 3,
            "clay": 3,
            "sheep": 3,
            "wheat": 2,
            "ore": 3,
        }


def test_a_port_serves_its_owner_only(turn_of):
    state = turn_of(0)
    put_settlement(state, 1, 0)
    assert set(state.position.seats[0].ratios) == {4}


def test_a_road_to_a_port_does_not_use_it(turn_of):
    state = turn_of(0)
    put_road(state, 0, 0, 3)
    assert set(state.position.seats[0].ratios) == {4}


def test_a_city_keeps_the_port(turn_of):
    state = turn_of(0)
    put_city(state, 0, 5)
    assert state.position.seats[0].ratios[WHEAT] == 2


def test_a_port_may_be_used_in_the_turn_it_was_reached(turn_of):
    state = turn_of(0)
    put_road(state, 0, 0, 3)
    give_resources(state, 0, wood=4, clay=1, sheep=1, wheat=1)
    assert not state.is_legal("bank 3 wood for 1 ore")
    assert state.apply("settlement 3").is_legal("bank 3 wood for 1 ore")


def test_a_port_reached_in_the_set_up_counts(set_up):
    state = set_up(players=2).apply("settlement 5")
    assert state.position.seats[0].ratios[WHEAT] == 2


def test_only_the_best_rate_is_taken(turn_of, refuses):
    state = turn_of(0)
    put_settlement(state, 0, 0)
    give_resources(state, 0, wood=8)
    for count in (1, 2, 4, 6):
        refuses(state, f"bank {count} wood for 1 ore", "the seat trades wood 3 to 1")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("bank 4 wood for 1 wood", "the bank gives one card for several of one other resource"),
        ("bank 4 wood for 2 ore", "the bank gives one card for several of one other resource"),
        ("bank 8 wood for 2 ore", "the bank gives one card for several of one other resource"),
        ("bank 4 wood for 1 ore + 1 clay", "the bank gives one card for several of one other resource"),
        ("bank 2 wood + 2 clay for 1 ore", "the bank gives one card for several of one other resource"),
        ("bank 3 wood for 1 ore", "the seat trades wood 4 to 1"),
        ("bank 4 sheep for 1 ore", "the seat lacks 2 sheep"),
    ],
)
def test_the_bank_refuses_other_exchanges(turn_of, refuses, move, reason):
    state = turn_of(0)
    give_resources(state, 0, wood=8, clay=4, sheep=2)
    refuses(state, move, reason)


def test_the_bank_gives_only_what_it_has(turn_of, refuses, listed):
    state = turn_of(0)
    give_resources(state, 0, wood=4)
    set_bank(state, clay=1, wheat=2)
    assert listed(state, "bank") == ["bank 4 wood for 1 clay", "bank 4 wood for 1 wheat"]
    refuses(state, "bank 4 wood for 1 ore", "the bank has no ore left")


def test_all_trades_that_can_be_paid_are_listed(turn_of, listed):
    state = turn_of(0)
    give_resources(state, 0, wood=4, ore=9, clay=3)
    assert len(listed(state, "bank")) == 8


def test_trading_with_the_bank_may_be_repeated(turn_of, hand_of):
    state = turn_of(0)
    give_resources(state, 0, wood=12)
    for _ in range(3):
        state.apply("bank 4 wood for 1 ore")
    assert hand_of(state, 0) == {"ore": 3}


def test_the_bank_trades_after_the_roll(turn_of, refuses):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=4)
    refuses(state, "bank 4 wood for 1 ore", "the phase is 'before the roll'")


def test_trading_and_building_may_alternate(turn_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=6, clay=1)
    state.apply("road 29-34").apply("bank 4 wood for 1 clay").apply("road 34-39")
    assert len(state.position.seats[0].road_ends) == 3

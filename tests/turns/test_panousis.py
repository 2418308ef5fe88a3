"""Panousis' plans: what they begin with, how they are paid for, what is left out."""

import pytest

from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_settlement,
    set_bank,
)
from catanlab.games.catan.turns import turns


def texts(state, **options):
    return [str(move) for move in turns(state, "panousis", **options).legal_moves]


@pytest.fixture
def town(turn_of, put_line):
    """A settlement with two roads and a place for another."""
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29, 34)
    return state


def test_nothing_possible_is_to_pass(town):
    assert texts(town) == ["end turn"]


def test_a_seat_that_can_build_does_not_pass(town):
    give_resources(town, 0, wheat=2, ore=3)
    assert texts(town) == ["city 23 + end turn"]
    assert set(texts(town, always_pass=True)) == {"city 23 + end turn", "end turn"}


def test_every_city_and_settlement_begins_a_plan(town, put_line):
    put_settlement(town, 0, 2)
    put_line(town, 0, 49, 53)
    give_resources(town, 0, wheat=2, ore=3)
    assert set(texts(town)) == {"city 2 + end turn", "city 23 + end turn"}
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=1)
    settled = {text for text in texts(town) if "settlement" in text}
    assert settled == {f"settlement {node} + end turn" for node in (34, 49, 53)}


def test_each_piece_is_with_and_without_a_road(town):
    give_resources(town, 0, wood=1, clay=1, wheat=2, ore=3)
    found = texts(town)
    roads = {str(move) for move in town.legal_moves if move.group == "road"}
    assert set(found) == {"city 23 + end turn"} | {f"city 23 + {road} + end turn" for road in roads}


def test_a_road_may_take_what_a_settlement_needs(town):
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=1)
    found = texts(town)
    assert "settlement 34 + end turn" in found
    assert any(text.startswith("road") for text in found)


def test_a_plan_goes_on_as_long_as_it_can_be_paid_for(town):
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    assert "city 23 + settlement 34 + end turn" in texts(town)
    assert "city 23 + end turn" not in texts(town)
    # Both orders lead to the same position, so one is listed.
    assert "settlement 34 + city 23 + end turn" not in texts(town)


def test_missing_cards_are_got_for_those_with_most_to_spare(town):
    give_resources(town, 0, wood=4, sheep=5, wheat=2, ore=2)
    give_cards(town, 0, knight=1)
    assert [t for t in texts(town) if "city" in t] == ["bank 4 sheep for 1 ore + city 23 + end turn"]


def test_cards_that_the_piece_needs_are_not_given(town):
    give_cards(town, 0, knight=1)
    give_resources(town, 0, wheat=5, ore=2)
    assert texts(town) == ["end turn", "knight"]
    give_resources(town, 0, wheat=6, ore=2)
    assert texts(town) == ["knight", "bank 4 wheat for 1 ore + city 23 + end turn"]


def test_the_bank_must_have_what_is_lacking(town):
    give_resources(town, 0, wheat=6, ore=1)
    give_cards(town, 0, knight=1)
    set_bank(town, wood=19, clay=19, sheep=19, wheat=13)
    assert texts(town) == ["end turn", "knight"]


def test_no_roads_with_longest_road_and_a_place_to_settle(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 23, 29, 34, 39, 44)
    give_resources(state, 0, wood=1, clay=1)
    assert any("road" in text for text in texts(state))
    put_line(state, 0, 44, 40)
    assert state.fields()["road_holder"] == 0
    assert texts(state) == ["end turn"]


def test_with_longest_road_but_no_place_roads_are_considered(turn_of, put_line):
    state = turn_of(0)
    for node in (23, 34, 44):
        put_settlement(state, 0, node)
    put_line(state, 0, 23, 29, 34, 39, 44, 40)
    assert state.fields()["road_holder"] == 0
    give_resources(state, 0, wood=1, clay=1)
    assert any("road" in text for text in texts(state))


def test_a_purchase_comes_last(town):
    give_resources(town, 0, wood=1, clay=1, sheep=2, wheat=2, ore=1)
    found = texts(town)
    assert "settlement 34 + buy card" in found
    assert "buy card" in found


@pytest.mark.parametrize("card", ["knight", "monopoly", "road_building", "year_of_plenty"])
def test_no_purchase_with_an_unplayed_card(town, card):
    give_resources(town, 0, sheep=1, wheat=1, ore=1)
    assert "buy card" in texts(town)
    give_cards(town, 0, **{card: 1})
    assert "buy card" not in texts(town)


def test_a_victory_point_does_not_keep_from_a_purchase(town):
    give_resources(town, 0, sheep=1, wheat=1, ore=1)
    give_cards(town, 0, victory_point=1)
    assert texts(town) == ["buy card"]


def test_a_bought_card_keeps_from_another_purchase(town):
    give_resources(town, 0, sheep=2, wheat=2, ore=2)
    state = turns(town, "panousis").apply("buy card").apply("draw knight")
    assert [str(move) for move in state.legal_moves] == ["end turn"]


def test_with_seven_cards_nothing_is_traded_away(turn_of):
    state = turn_of(0)
    give_resources(state, 0, wood=4, sheep=3)
    assert texts(state) == ["end turn"]


def test_surplus_is_traded_when_nothing_can_be_built(turn_of):
    state = turn_of(0)
    give_resources(state, 0, wood=6, sheep=6)
    give_cards(state, 0, knight=1)
    assert texts(state) == [
        "knight",
        "bank 4 wood for 1 clay + bank 4 sheep for 1 wheat + end turn",
    ]


def test_cards_are_moves_of_their_own(town):
    give_cards(town, 0, knight=1, year_of_plenty=1, monopoly=1, road_building=1)
    groups = {move.group for move in turns(town, "panousis").legal_moves}
    assert groups == {"knight", "plenty", "monopoly", "road building", "end turn"}


def test_the_piece_that_wins_ends_the_plan(town):
    for node in (2, 7, 40, 51):
        put_city(town, 0, node)
    give_resources(town, 0, wood=2, clay=2, sheep=1, wheat=1)
    assert "settlement 34" in texts(town)
    assert turns(town, "panousis").apply("settlement 34").is_over


def test_a_plan_may_have_several_roads(turn_of, put_line):
    # Panousis, 4.3.2: any number of pieces, and an inner loop over the potential roads
    state = turn_of(0)
    put_line(state, 0, 23, 29, 34, 39)
    give_resources(state, 0, wood=2, clay=2)
    found = turns(state, "panousis").legal_moves
    assert any(len(move.steps) == 3 for move in found)  # two roads and the end of the turn
    won = [move for move in found if turns(state, "panousis").apply(move).inner.position.longest_road == 0]
    assert won, "Longest Road is two roads away"
    alone = turns(state, "panousis", roads=1)
    assert not any(alone.copy().apply(move).inner.position.longest_road == 0 for move in alone.legal_moves)
    assert {str(move) for move in alone.legal_moves} < {str(move) for move in found}
    assert texts(state, roads=0) == ["end turn"]


def test_a_set_of_roads_is_listed_once(town):
    give_resources(town, 0, wood=3, clay=3)
    found = turns(town, "panousis").legal_moves
    sets = [frozenset(str(step) for step in move.steps) for move in found]
    assert len(sets) == len(set(sets))
    roads = [sum("road" in str(step) for step in move.steps) for move in found]
    assert max(roads) == 3


def test_roads_may_open_the_place_of_a_settlement_in_the_same_plan(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29)
    give_resources(state, 0, wood=3, clay=3, sheep=1, wheat=1)
    assert any(text.count("road") == 2 and "settlement" in text for text in texts(state))


def test_each_pruning_can_be_switched_off(turn_of, put_line, town):
    # Panousis, 5.1: the effect of the cut-offs is to be tested
    state = turn_of(0)
    put_line(state, 0, 23, 29, 34, 39, 44, 40)
    give_resources(state, 0, wood=1, clay=1)
    assert texts(state) == ["end turn"]
    assert any("road" in text for text in texts(state, prune_roads=False))
    give_resources(town, 0, sheep=1, wheat=1, ore=1)
    give_cards(town, 0, knight=2)
    assert "buy card" not in texts(town)
    assert "buy card" not in texts(town, unplayed=1)
    assert "buy card" in texts(town, unplayed=25)


def test_by_the_formula_one_unplayed_card_does_not_keep_from_a_purchase(town):
    # Panousis, 4.3.2: none is bought if all cards less the victory points are more than one
    give_resources(town, 0, sheep=1, wheat=1, ore=1)
    give_cards(town, 0, knight=1, victory_point=2)
    assert "buy card" not in texts(town)
    assert "buy card" in texts(town, unplayed=1)
    give_cards(town, 0, knight=2, victory_point=2)
    assert "buy card" not in texts(town, unplayed=1)


def test_cards_can_be_left_out_of_the_tree(town, turn_of):
    give_cards(town, 0, knight=1, monopoly=1)
    assert "knight" in texts(town)
    assert texts(town, cards=False) == ["end turn"]
    state = turn_of(0, "before the roll")
    give_cards(state, 0, knight=1)
    assert texts(state) == ["roll", "knight"]
    assert texts(state, cards=False) == ["roll"]
    drawn = turns(state, "panousis", cards=False)
    assert {str(drawn.draw_move(Random(seed), by_group=seed % 2 == 0)) for seed in range(20)} == {"roll"}


def test_a_list_that_is_too_long_is_made_again_with_fewer_roads(town):
    give_resources(town, 0, wood=9, clay=9)
    found = turns(town, "panousis", cap=64).legal_moves
    assert len(found) <= 64
    roads = [sum("road" in str(step) for step in move.steps) for move in found]
    most = max(roads)
    assert 1 <= most < 9
    full = turns(town, "panousis", roads=most).legal_moves
    assert {str(move) for move in found} == {str(move) for move in full}

"""Martin's turns: the order, what is always dropped, and the switches."""

import pytest

from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_knights,
)
from catanlab.games.catan.turns import turns


def texts(state, **options):
    return [str(move) for move in turns(state, "martin", **options).legal_moves]


@pytest.fixture
def town(turn_of, put_line):
    """A settlement with a road, and room all around."""
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29)
    return state


def test_without_cards_there_is_only_the_end_of_the_turn(town):
    assert texts(town) == ["end turn"]


def test_every_node_of_the_search_is_a_turn(town):
    put_city(town, 0, 2)
    give_resources(town, 0, wheat=3, ore=4, sheep=1)
    assert set(texts(town)) == {"end turn", "buy card", "city 23 + end turn", "city 23 + buy card"}


def test_the_order_is_card_trades_roads_cities_settlements_and_a_purchase_at_last(town, put_line):
    put_line(town, 0, 29, 34)
    give_cards(town, 0, year_of_plenty=1)
    give_resources(town, 0, wood=6, clay=2, sheep=2, wheat=4, ore=3)
    order = ["plenty", "bank", "road", "city", "settlement", "buy", "end"]
    ranks = [[order.index(part.split()[0]) for part in text.split(" + ")] for text in texts(town)]
    assert all(sorted(found) == found for found in ranks)
    assert {rank for found in ranks for rank in found} == set(range(7))
    assert any({1, 2, 3, 4} <= set(found) for found in ranks)


def test_a_city_and_a_settlement_are_listed_in_one_order_only(town, put_line):
    put_line(town, 0, 29, 34)
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    both = [text for text in texts(town) if "city" in text and "settlement" in text]
    assert both == ["city 23 + settlement 34 + end turn"]


def test_a_set_of_roads_is_listed_once(town):
    give_resources(town, 0, wood=2, clay=2)
    pairs = [frozenset(t.split(" + ")[:2]) for t in texts(town, best_roads=0) if t.count("road") == 2]
    assert len(pairs) == len(set(pairs)) > 5


def test_a_settlement_of_this_turn_is_not_upgraded(town, put_line):
    put_line(town, 0, 29, 34)
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    assert not any("settlement 34 + city" in text or "city 34" in text for text in texts(town))


def test_what_was_received_is_not_traded_away(town):
    give_resources(town, 0, wood=12, ore=3)
    for text in texts(town, trade_only_to_build=False, cap=4096):
        parts = [part.split() for part in text.split(" + ") if part.startswith("bank")]
        given = {words[2] for words in parts}
        got = {words[5] for words in parts}
        assert not given & got
    give_resources(town, 0, wood=16)
    assert any(text.count("bank 4 wood") == 4 for text in texts(town, trade_only_to_build=False))


def test_trades_with_the_same_result_are_listed_once(town):
    give_resources(town, 0, wood=4, sheep=4)
    found = [t for t in texts(town, trade_only_to_build=False) if t.count("bank") == 2]
    # Two cards of clay, wheat and ore, in any mixture.
    assert len(found) == 6


def test_trades_only_to_build(town):
    give_resources(town, 0, wood=5, ore=1)
    assert any(t == "bank 4 wood for 1 ore + end turn" for t in texts(town, trade_only_to_build=False))
    found = texts(town)
    assert found[0] == "end turn"
    assert all(text.startswith("bank 4 wood for 1 clay + road ") for text in found[1:])
    assert len(found) > 1


def test_a_trade_that_the_building_did_not_need_does_not_serve_it(town):
    give_resources(town, 0, wood=9, clay=1)
    assert not any("bank" in t and t.count("road") == 1 for t in texts(town))
    assert any("bank" in t and t.count("road") == 2 for t in texts(town))


def test_a_road_to_no_place_that_makes_no_longer_road_is_dropped(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    put_line(state, 0, 23, 29, 34)
    give_resources(state, 0, wood=1, clay=1)
    assert "road 29-35 + end turn" in texts(state, best_roads=0)
    # A building of another seat closes the way, and a side arm lengthens nothing.
    put_settlement(state, 1, 35)
    assert state.is_legal("road 29-35")
    assert "road 29-35 + end turn" not in texts(state, best_roads=0)


def test_a_road_to_no_place_that_makes_a_longer_road_is_kept(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    put_line(state, 0, 29, 34)
    put_settlement(state, 1, 35)
    give_resources(state, 0, wood=1, clay=1)
    assert "road 29-35 + end turn" in texts(state, best_roads=0)


def test_a_free_road_that_must_be_placed_may_be_useless(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 29)
    put_line(state, 0, 23, 29, 34)
    for node in (23, 34, 35):
        put_settlement(state, 1, node)
    give_cards(state, 0, road_building=1)
    give_resources(state, 0, wood=1, clay=1)
    assert texts(state) == ["end turn", "road building + road 29-35 + end turn"]


def test_best_roads_bound_the_places_for_a_road(town):
    give_resources(town, 0, wood=1, clay=1)
    roads = [text for text in texts(town, best_roads=0) if text.startswith("road")]
    assert len(roads) > 3
    best = [text for text in texts(town, best_roads=2) if text.startswith("road")]
    assert len(best) == 2
    assert set(best) < set(roads)


def test_a_road_that_takes_longest_road_is_the_best(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29, 34, 39, 44)
    put_line(state, 0, 12, 17)
    give_resources(state, 0, wood=1, clay=1)
    (road,) = [text for text in texts(state, best_roads=1) if text.startswith("road")]
    after = state.copy().apply(road.split(" + ")[0])
    assert after.fields()["road_holder"] == 0


def test_depth_bounds_the_moves_of_a_turn(town):
    give_resources(town, 0, wood=6, clay=2, sheep=1, wheat=3, ore=4)
    for depth in (1, 2, 3):
        counts = [len([p for p in t.split(" + ") if p != "end turn"]) for t in texts(town, depth=depth)]
        assert max(counts) == depth


def test_knight_and_monopoly_are_moves_of_their_own(town):
    give_cards(town, 0, knight=1, monopoly=1)
    resources = ("wood", "clay", "sheep", "wheat", "ore")
    assert set(texts(town)) == {"knight", "end turn", *(f"monopoly {name}" for name in resources)}
    state = turns(town, "martin").apply("knight")
    assert state.inner.phase_name == "moving the robber"
    state.apply("robber 0")
    assert [str(move) for move in state.legal_moves] == ["end turn"]


def test_year_of_plenty_comes_first(town):
    give_cards(town, 0, year_of_plenty=1)
    give_resources(town, 0, ore=3)
    found = texts(town)
    assert "plenty wheat wheat + city 23 + end turn" in found
    assert sum(text.startswith("plenty") for text in found) > 15


def test_road_building_comes_with_its_two_roads(town):
    give_cards(town, 0, road_building=1)
    found = [text for text in texts(town) if text.startswith("road building")]
    assert found
    for text in found:
        assert [part.split()[0] for part in text.split(" + ")] == ["road", "road", "road", "end"]


def test_a_card_is_bought_once_and_at_last(town):
    give_resources(town, 0, sheep=2, wheat=2, ore=2)
    assert texts(town) == ["end turn", "buy card"]
    state = turns(town, "martin").apply("buy card").apply("draw knight")
    assert [str(move) for move in state.legal_moves] == ["end turn", "buy card"]


def test_after_a_purchase_nothing_is_built(town):
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=1, ore=1)
    assert any("road" in text for text in texts(town))
    state = turns(town, "martin").apply("buy card").apply("draw knight")
    assert [str(move) for move in state.legal_moves] == ["end turn"]


def test_the_move_that_wins_ends_the_turn(town, put_line):
    for node in (2, 7, 40, 51):
        put_city(town, 0, node)
    town_points = town.scores[0]
    assert town_points == 9
    put_line(town, 0, 29, 34)
    give_resources(town, 0, wood=1, clay=1, sheep=1, wheat=1)
    found = texts(town)
    assert "settlement 34" in found
    assert not any("settlement 34 +" in text for text in found)
    state = turns(town, "martin").apply("settlement 34")
    assert state.returns == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.full
def test_a_full_list_is_made_again_by_stricter_switches(town, put_line):
    put_line(town, 0, 29, 34)
    put_road(town, 0, 18, 23)
    give_resources(town, 0, wood=9, clay=6, sheep=6, wheat=6, ore=9)
    wide = texts(town, trade_only_to_build=False, best_roads=0, cap=4096)
    assert len(wide) <= 4096
    narrow = texts(town, trade_only_to_build=False, best_roads=0, cap=256)
    assert len(narrow) <= 256
    assert "end turn" in narrow
    # The list is the whole one of stricter switches, if there is such a one below the cap.
    strict = [texts(town, best_roads=n, cap=4096) for n in (0, 4, 2, 1)]
    fitting = [found for found in strict if len(found) <= 256]
    assert narrow == fitting[0] if fitting else len(narrow) == 256


def test_knights_decide_largest_army_as_ever(town):
    give_cards(town, 0, knight=1)
    set_knights(town, 0, 2)
    state = turns(town, "martin").apply("knight")
    assert state.scores[0] == town.scores[0] + 2

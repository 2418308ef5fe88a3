"""Tuma's combinations: 64 of them, with targets that follow from the position."""

import pytest

from catanlab.games.catan.engine.arrange import give_cards, give_resources, put_settlement
from catanlab.games.catan.turns import TurnMove, turns


@pytest.fixture
def town(turn_of, put_line):
    """A settlement with two roads, and cards for everything."""
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29, 34)
    give_resources(state, 0, wood=6, clay=2, sheep=2, wheat=4, ore=4)
    give_cards(state, 0, year_of_plenty=1)
    return state


def groups(move):
    return [step.group for step in move.steps]


def test_all_64_are_listed_whatever_is_possible(turn_of, town):
    for state in (town, turn_of(0)):
        moves = turns(state, "tuma").legal_moves
        assert len(moves) == 64
        assert {m.group for m in moves} == {"end turn", "combination"}


def test_without_a_card_to_play_this_turn_32_are_left(town):
    town.apply("plenty wood wood")
    assert len(turns(town, "tuma").legal_moves) == 32


def test_what_is_impossible_is_left_out(turn_of):
    state = turns(turn_of(0), "tuma")
    for move in state.legal_moves:
        assert [str(step) for step in move.steps] == ["end turn"]


def test_the_order_within_a_combination(town):
    state = turns(town, "tuma")
    everything = next(m for m in state.legal_moves if "(trade road settlement city buy play)" in str(m))
    order = ["plenty", "bank", "road", "settlement", "city", "buy card", "end turn"]
    found = [order.index(name) for name in groups(everything)]
    assert sorted(found) == found
    assert order[found[-1]] in ("buy card", "end turn")


def test_a_combination_has_a_move_for_each_part_at_most(town):
    names = {"trade": "bank", "road": "road", "settlement": "settlement", "city": "city", "buy": "buy card"}
    for move in turns(town, "tuma").legal_moves:
        parts = str(move).partition("(")[2].partition(")")[0].split()
        allowed = [names[part] for part in parts if part in names]
        assert [name for name in groups(move) if name not in ("end turn", "plenty")] == [
            name for name in allowed if name in groups(move)
        ]


def test_targets_follow_from_the_position_and_the_number(town):
    first = [m.text for m in turns(town, "tuma").legal_moves]
    assert [m.text for m in turns(town.copy(), "tuma").legal_moves] == first
    assert [m.text for m in turns(town, "tuma", seed=1).legal_moves] != first
    give_resources(town, 0, wood=7, clay=2, sheep=2, wheat=4, ore=4)
    assert [m.text for m in turns(town, "tuma").legal_moves] != first


def test_targets_do_not_follow_from_what_the_seat_does_not_know(town):
    first = [m.text for m in turns(town, "tuma").legal_moves]
    give_resources(town, 1, wood=2)
    two_wood = [m.text for m in turns(town, "tuma").legal_moves]
    bank = town.fields()["bank"]
    give_resources(town, 1, ore=2)
    fields = town.fields()
    town.set_fields(fields | {"bank": bank})
    assert [m.text for m in turns(town, "tuma").legal_moves] == two_wood != first


def test_draws_list_each_combination_with_other_targets(town):
    moves = turns(town, "tuma", draws=3).legal_moves
    assert len(moves) == 1 + 3 * 63
    roads = {m.steps for m in moves if "(road)" in m.text or "(road, draw" in m.text}
    assert len(roads) > 1


def test_checked_first_only_possible_combinations_are_listed(town):
    moves = turns(town, "tuma", check_first=True).legal_moves
    assert 10 < len(moves) < 64
    for move in moves:
        if move.group == "combination":
            parts = str(move).partition("(")[2].partition(")")[0].split()
            assert len([name for name in groups(move) if name != "end turn"]) == len(parts)


def test_a_purchase_ends_the_turn_but_for_its_end(town):
    state = turns(town, "tuma")
    state.apply(TurnMove.parse("combination (buy)")).apply("draw knight")
    assert [str(move) for move in state.legal_moves] == ["end turn"]


@pytest.mark.parametrize(("card", "last"), [("knight", "robber"), ("monopoly", "monopoly")])
def test_a_knight_or_a_monopoly_comes_last_and_the_seat_chooses_again(town, card, last):
    give_cards(town, 0, **{card: 1})
    give_resources(town, 1, wood=1)
    put_settlement(town, 1, 2)
    state = turns(town, "tuma")
    move = next(m for m in state.legal_moves if "(city buy play)" in str(m))
    assert groups(move)[0] == "city"
    assert groups(move)[-1] == last
    state.apply(move)
    if state.is_chance:
        state.apply("steal wood")
    assert state.to_move == 0
    assert len(state.legal_moves) == 32


def test_road_building_places_its_roads_first(town):
    give_cards(town, 0, road_building=1)
    move = next(m for m in turns(town, "tuma").legal_moves if "(city play)" in str(m))
    assert groups(move) == ["road building", "road", "road", "city", "end turn"]

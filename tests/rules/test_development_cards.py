"""Development cards: buying them, and playing all but the knight."""

import pytest

from catanlab.games.catan.constants import KNIGHT, MONOPOLY, ORE, RESOURCES, WOOD
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_road,
    put_settlement,
    set_bank,
    set_deck,
)
from catanlab.games.catan.position import by_resource

PLAYS = {
    "knight": "knight",
    "road building": "road building",
    "plenty": "plenty wood ore",
    "monopoly": "monopoly ore",
}
ONE_OF_EACH = {"knight": 1, "road_building": 1, "year_of_plenty": 1, "monopoly": 1}


def finish_card(state):
    """Complete what a played card asks for, at the first listed place."""
    while state.phase_name in ("moving the robber", "free roads"):
        state.apply(state.legal_moves[0])
    return state


# Buying.


def test_a_card_costs_ore_sheep_and_wheat_which_go_to_the_bank(turn_of, hand_of):
    state = turn_of(0)
    give_resources(state, 0, ore=2, sheep=1, wheat=1)
    state.apply("buy card").apply("draw knight")
    assert hand_of(state, 0) == {"ore": 1}
    assert by_resource(state.position.bank) == {"wood": 19, "clay": 19, "sheep": 19, "wheat": 19, "ore": 18}
    assert state.position.seats[0].cards[KNIGHT] == 1
    assert state.position.unseen_cards[KNIGHT] == 13


@pytest.mark.parametrize("missing", ["ore", "sheep", "wheat"])
def test_a_card_needs_each_of_its_cards(turn_of, refuses, missing):
    state = turn_of(0)
    give_resources(state, 0, **{name: 1 for name in ("ore", "sheep", "wheat") if name != missing})
    refuses(state, "buy card", f"a development card needs 1 {missing} more")


def test_the_card_is_drawn_by_its_share_of_the_deck(turn_of):
    state = turn_of(0)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    state.apply("buy card")
    assert state.is_chance
    assert {str(card): chance for card, chance in state.outcomes} == {
        "draw knight": pytest.approx(14 / 25),
        "draw road building": pytest.approx(2 / 25),
        "draw year of plenty": pytest.approx(2 / 25),
        "draw monopoly": pytest.approx(2 / 25),
        "draw victory point": pytest.approx(5 / 25),
    }


def test_a_kind_that_is_gone_is_not_drawn(turn_of, refuses):
    state = turn_of(0)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    set_deck(state, monopoly=1, knight=3)
    state.apply("buy card")
    assert [(str(card), chance) for card, chance in state.outcomes] == [
        ("draw knight", 0.75),
        ("draw monopoly", 0.25),
    ]
    refuses(state, "draw victory point", "chance cannot decide so here")


def test_an_empty_deck_sells_nothing(turn_of, refuses):
    state = turn_of(0)
    give_resources(state, 0, ore=2, sheep=2, wheat=2)
    set_deck(state, monopoly=1)
    state.apply("buy card").apply("draw monopoly")
    refuses(state, "buy card", "the deck of development cards is empty")


def test_several_cards_may_be_bought_in_a_turn(turn_of):
    state = turn_of(0)
    give_resources(state, 0, ore=3, sheep=3, wheat=3)
    for _ in range(3):
        state.apply("buy card").apply("draw knight")
    assert state.position.seats[0].cards[KNIGHT] == 3


def test_cards_are_bought_after_the_roll(turn_of, refuses):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    refuses(state, "buy card", "the phase is 'before the roll'")


# When cards may be played.


@pytest.mark.parametrize("phase", ["before the roll", "main"])
@pytest.mark.parametrize("group", PLAYS)
def test_a_card_may_be_played_before_or_after_the_roll(turn_of, phase, group):
    state = turn_of(0, phase)
    put_road(state, 0, 23, 29)
    give_cards(state, 0, **ONE_OF_EACH)
    assert state.is_legal(PLAYS[group])
    assert finish_card(state.apply(PLAYS[group])).phase_name == phase


@pytest.mark.parametrize("second", PLAYS)
@pytest.mark.parametrize("first", PLAYS)
def test_one_card_is_played_a_turn(turn_of, refuses, first, second):
    state = turn_of(0, "before the roll")
    put_road(state, 0, 23, 29)
    give_cards(state, 0, knight=2, road_building=2, year_of_plenty=2, monopoly=2)
    finish_card(state.apply(PLAYS[first]))
    refuses(state, PLAYS[second], "a development card was already played this turn")
    state.apply("roll").apply("dice 2")
    refuses(state, PLAYS[second], "a development card was already played this turn")
    state.apply("end turn")
    for _ in range(3):
        state.apply("roll").apply("dice 2").apply("end turn")
    assert state.is_legal(PLAYS[second])


@pytest.mark.parametrize("group", PLAYS)
def test_a_card_is_not_played_in_the_turn_it_was_bought(turn_of, refuses, group):
    name = {"plenty": "year of plenty"}.get(group, group)
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    state.apply("buy card").apply(f"draw {name}")
    refuses(state, PLAYS[group], f"the {name} card was bought this turn")
    for _ in range(4):
        state.apply("end turn").apply("roll").apply("dice 2")
    assert state.is_legal(PLAYS[group])


def test_an_old_card_may_be_played_in_the_turn_another_of_its_kind_was_bought(turn_of, refuses):
    state = turn_of(0)
    give_cards(state, 0, monopoly=1)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    state.apply("buy card").apply("draw monopoly")
    assert state.is_legal("monopoly ore")


def test_a_card_bought_this_turn_stays_closed_when_an_old_one_of_its_kind_was_played_before(
    turn_of, refuses
):
    state = turn_of(0, "before the roll")
    give_cards(state, 0, monopoly=1)
    state.apply("monopoly wood").apply("roll").apply("dice 2")
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    state.apply("buy card").apply("draw monopoly")
    refuses(state, "monopoly ore", "a development card was already played this turn")


@pytest.mark.parametrize(
    ("move", "name"),
    [
        ("knight", "knight"),
        ("road building", "road building"),
        ("plenty wood wood", "year of plenty"),
        ("monopoly ore", "monopoly"),
    ],
)
def test_a_card_one_does_not_hold_is_not_played(turn_of, refuses, move, name):
    state = turn_of(0)
    give_cards(state, 1, **ONE_OF_EACH)
    refuses(state, move, f"the seat holds no {name} card")


def test_a_played_card_is_gone(turn_of):
    state = turn_of(0)
    give_cards(state, 0, monopoly=2)
    state.apply("monopoly ore")
    assert state.position.seats[0].cards[MONOPOLY] == 1
    assert state.position.unseen_cards[MONOPOLY] == 0


# Victory points.


def test_a_victory_point_counts_at_once(turn_of):
    state = turn_of(0)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    state.apply("buy card").apply("draw victory point")
    assert (state.position.seats[0].points, state.position.seats[0].public_points) == (1, 0)


def test_victory_points_are_never_played(turn_of):
    state = turn_of(0)
    give_cards(state, 0, victory_point=5)
    assert [str(move) for move in state.legal_moves] == ["end turn"]


# Road building.


def test_road_building_places_two_roads_for_free(turn_of, hand_of):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 29-34")
    assert (state.phase_name, state.to_move) == ("free roads", 0)
    state.apply("road 34-39")
    assert state.phase_name == "main"
    assert hand_of(state, 0) == {"wood": 1, "clay": 1}
    assert state.position.seats[0].road_ends == ((23, 29), (29, 34), (34, 39))


def test_both_free_roads_must_be_placed(turn_of, refuses):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_cards(state, 0, road_building=1)
    state.apply("road building")
    refuses(state, "skip", "skip")
    refuses(state, "end turn", "the phase is 'free roads'")
    refuses(state.apply("road 29-34"), "skip", "skip")


def test_road_building_with_one_piece_left_places_one(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 37-42")
    assert (state.phase_name, len(state.position.seats[0].road_ends)) == ("main", 15)


def test_road_building_without_pieces_is_not_played(turn_of, refuses, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42, 37)
    give_cards(state, 0, road_building=1)
    refuses(state, "road building", "no road can be placed")


def test_road_building_with_one_place_left_places_one(turn_of, put_line):
    state = turn_of(0)
    put_road(state, 0, 0, 3)
    put_settlement(state, 1, 4)
    put_settlement(state, 1, 7)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 3-7")
    assert state.phase_name == "free roads"
    state.apply("road 0-4")
    assert state.phase_name == "main"
    state = turn_of(0)
    put_road(state, 0, 0, 3)
    put_settlement(state, 1, 3)
    put_settlement(state, 1, 4)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 0-4")
    assert (state.phase_name, len(state.position.seats[0].road_ends)) == ("main", 2)


def test_road_building_without_a_place_is_not_played(turn_of, refuses):
    state = turn_of(0)
    put_road(state, 0, 0, 3)
    put_settlement(state, 1, 0)
    put_settlement(state, 1, 3)
    give_cards(state, 0, road_building=1)
    refuses(state, "road building", "no road can be placed")


def test_the_second_free_road_may_start_at_the_first(turn_of, listed):
    state = turn_of(0)
    put_road(state, 0, 23, 29)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 29-34")
    assert "road 34-39" in listed(state, "road")


# Year of plenty.


def test_year_of_plenty_takes_two_cards_from_the_bank(turn_of, hand_of):
    state = turn_of(0)
    give_cards(state, 0, year_of_plenty=1)
    state.apply("plenty wood ore")
    assert hand_of(state, 0) == {"wood": 1, "ore": 1}
    assert (state.position.bank[WOOD], state.position.bank[ORE]) == (18, 18)


def test_the_two_cards_of_plenty_may_be_alike(turn_of, hand_of, listed):
    state = turn_of(0)
    give_cards(state, 0, year_of_plenty=1)
    assert len(listed(state, "plenty")) == 15
    assert hand_of(state.apply("plenty ore ore"), 0) == {"ore": 2}


def test_year_of_plenty_takes_only_what_a_short_bank_has(turn_of, refuses, listed):
    state = turn_of(0)
    give_cards(state, 0, year_of_plenty=1)
    set_bank(state, wood=1, ore=2)
    assert listed(state, "plenty") == ["plenty wood ore", "plenty ore ore"]
    refuses(state, "plenty wood wood", "year of plenty takes two cards that the bank has")
    refuses(state, "plenty clay ore", "year of plenty takes two cards that the bank has")


def test_year_of_plenty_takes_two_while_the_bank_has_two(turn_of, refuses):
    state = turn_of(0)
    give_cards(state, 0, year_of_plenty=1)
    set_bank(state, wood=2)
    refuses(state, "plenty wood", "plenty wood: ")


def test_year_of_plenty_takes_the_only_card_left(turn_of, listed, hand_of):
    state = turn_of(0)
    give_cards(state, 0, year_of_plenty=1)
    set_bank(state, sheep=1)
    assert listed(state, "plenty") == ["plenty sheep"]
    assert hand_of(state.apply("plenty sheep"), 0) == {"sheep": 1}
    assert sum(state.position.bank) == 0


def test_year_of_plenty_is_not_played_on_an_empty_bank(turn_of, refuses, listed):
    state = turn_of(0)
    give_cards(state, 0, year_of_plenty=1)
    set_bank(state)
    assert listed(state, "plenty") == []
    refuses(state, "plenty wood", "the bank is empty")


# Monopoly.


def test_monopoly_takes_all_cards_of_a_resource_from_all_others(turn_of, hand_of):
    state = turn_of(1)
    give_resources(state, 0, wood=3, ore=1)
    give_resources(state, 1, wood=1)
    give_resources(state, 2, sheep=2)
    give_resources(state, 3, wood=5)
    give_cards(state, 1, monopoly=1)
    state.apply("monopoly wood")
    assert [hand_of(state, seat) for seat in range(4)] == [{"ore": 1}, {"wood": 9}, {"sheep": 2}, {}]
    assert state.position.bank[WOOD] == 10


def test_monopoly_may_name_any_resource_even_one_that_nobody_holds(turn_of, listed, hand_of):
    state = turn_of(0)
    give_cards(state, 0, monopoly=1)
    assert listed(state, "monopoly") == [f"monopoly {name}" for name in RESOURCES]
    assert hand_of(state.apply("monopoly ore"), 0) == {}
    assert state.position.seats[0].cards[MONOPOLY] == 0

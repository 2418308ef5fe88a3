"""Positions set up by hand: what is kept up, and what is refused."""

from itertools import pairwise

import pytest

from catanlab.framework.errors import CatanlabError, PositionError
from catanlab.games.catan.constants import WOOD
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_bank,
    set_deck,
    set_free_roads,
    set_knights,
    set_robber,
    set_turn,
)
from catanlab.games.catan.game import Catan
from catanlab.games.catan.position import by_card, by_resource


@pytest.fixture
def empty():
    return Catan(board="beginner").start()


def refuses_to_arrange(state, reason, arrange, *arguments, **counts):
    """Check that an arrangement is refused and leaves the position as it was."""
    before = state.copy()
    with pytest.raises(PositionError, match=reason):
        arrange(state, *arguments, **counts)
    assert state == before


def test_cards_in_hands_come_from_the_bank(empty):
    give_resources(empty, 0, wood=3)
    give_resources(empty, 1, wood=2, ore=1)
    assert by_resource(empty.position.bank) == {"wood": 14, "clay": 19, "sheep": 19, "wheat": 19, "ore": 18}
    give_resources(empty, 0)
    assert empty.position.bank[WOOD] == 17


def test_development_cards_come_from_the_deck(empty):
    set_knights(empty, 0, 2)
    give_cards(empty, 1, knight=3, victory_point=1)
    assert by_card(empty.position.unseen_cards) == {
        "knight": 9,
        "road building": 2,
        "year of plenty": 2,
        "monopoly": 2,
        "victory point": 4,
    }


def test_fresh_cards_count_as_bought_this_turn(empty):
    set_turn(empty, 1)
    give_cards(empty, 1, bought_this_turn=True, knight=1)
    assert not empty.is_legal("knight")
    set_turn(empty, 1)
    assert empty.is_legal("knight")


def test_only_the_seat_on_turn_has_bought_cards_this_turn(empty):
    """Cards another seat bought would be counted off those of the seat on turn."""
    set_turn(empty, 0)
    refuses_to_arrange(empty, "turn", give_cards, 1, bought_this_turn=True, knight=1)


def test_awards_follow_the_pieces(empty):
    for a, b in ((0, 4), (4, 1), (1, 5), (5, 2), (2, 6)):
        put_road(empty, 2, a, b)
    set_knights(empty, 1, 3, army=True)
    set_knights(empty, 3, 4, army=True)
    assert (empty.position.longest_road, empty.position.largest_army) == (2, 3)
    assert empty.scores == [0, 0, 2, 2]


def test_a_lone_building_lets_roads_start(empty):
    put_settlement(empty, 0, 23)
    put_city(empty, 0, 40)
    give_resources(empty, 0, wood=1, clay=1)
    set_turn(empty, 0)
    assert empty.is_legal("road 17-23")
    assert empty.is_legal("road 40-44")


def test_a_seat_is_given_free_roads(empty):
    put_settlement(empty, 2, 23)
    set_free_roads(empty, 2, 3)
    assert (empty.phase_name, empty.to_move, empty.position.free_roads) == ("free roads", 2, 3)
    empty.apply("road 17-23").apply("road 12-17").apply("road 8-12")
    assert (empty.phase_name, empty.to_move) == ("main", 2)
    assert sum(empty.position.bank) == 95


def test_a_position_that_has_already_won_is_over(empty):
    for node in (0, 6, 10, 16):
        put_city(empty, 0, node)
    give_cards(empty, 0, victory_point=2)
    set_turn(empty, 0)
    assert empty.position.winner == 0


@pytest.mark.parametrize(
    ("reason", "arrange", "arguments", "counts"),
    [
        ("4 is not a seat from 0 to 3", put_settlement, (4, 0), {}),
        ("-1 is not a seat from 0 to 3", put_road, (-1, 0, 3), {}),
        ("54 is not a node from 0 to 53", put_settlement, (0, 54), {}),
        ("-1 is not a node from 0 to 53", put_city, (0, -1), {}),
        ("only 19 cards of each resource", give_resources, (0,), {"wood": 20}),
        ("unknown card 'brick'; the cards are wood, clay", give_resources, (0,), {"brick": 1}),
        ("-1 wood is not a number of cards", give_resources, (0,), {"wood": -1}),
        ("only 14 knights", give_cards, (0,), {"knight": 15}),
        ("only 14 knights", give_cards, (0,), {"monopoly": 3}),
        ("unknown card 'joker'; the cards are knight, road_building", give_cards, (0,), {"joker": 1}),
        ("19 is not a hex from 0 to 18", set_robber, (19,), {}),
        ("unknown card 'joker'", set_deck, (), {"joker": 1}),
        ("unknown card 'brick'", set_bank, (), {"brick": 1}),
        ("phase 'rolling' cannot be set", set_turn, (0, "rolling"), {}),
        ("4 is not a seat", set_turn, (4,), {}),
        ("4 is not a seat", set_free_roads, (4, 2), {}),
        ("0 is not a number of roads", set_free_roads, (0, 0), {}),
        ("16 is not a number of roads", set_free_roads, (0, 16), {}),
        ("knights", set_knights, (0, 200), {}),
        ("knights", set_knights, (0, -1), {}),
        ("knights", set_knights, (0, 15), {}),
    ],
)
def test_an_impossible_arrangement_is_refused_and_changes_nothing(
    empty, reason, arrange, arguments, counts
):
    refuses_to_arrange(empty, reason, arrange, *arguments, **counts)


def test_taken_places_are_refused(empty):
    put_settlement(empty, 0, 10)
    put_road(empty, 0, 10, 14)
    refuses_to_arrange(empty, "node 10 has a building already", put_city, 0, 10)
    refuses_to_arrange(empty, "there is a road at 14-10 already", put_road, 1, 14, 10)


def test_places_that_are_not_on_the_board_are_refused(empty):
    for nodes in ((0, 53), (0, 54), (-1, 3)):
        with pytest.raises(CatanlabError):
            put_road(empty, 0, *nodes)


def test_only_pieces_that_exist_are_put(empty):
    for node in (0, 1, 2, 3, 4):
        put_settlement(empty, 0, node)
    refuses_to_arrange(empty, "settlement", put_settlement, 0, 10)
    for node in (20, 21, 22, 23):
        put_city(empty, 1, node)
    refuses_to_arrange(empty, "city", put_city, 1, 30)
    coast = (16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42, 37)
    for a, b in pairwise(coast):
        put_road(empty, 2, a, b)
    refuses_to_arrange(empty, "road", put_road, 2, 37, 32)


def test_hands_without_a_limit_to_the_bank_are_not_lost_count_of(turn_of):
    """A hand counts its cards in twelve bits: what does not fit must be refused."""
    state = turn_of(0, "before the roll", bank_limit=False)
    refuses_to_arrange(state, "cards", give_resources, 0, wood=2000, clay=2000, sheep=2000)

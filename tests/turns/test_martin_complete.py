"""Martin's turns are just those of the ordered search, made move by move in plain Python."""

from itertools import islice

import pytest
from tests.turns.ordered_search import ordered_turns

from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_settlement,
    set_bank,
)
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.turns import turns

PLAIN = {"knight", "monopoly", "offer"}


def listed(state, **options):
    """Return the turns by Martin as tuples of texts, without the plain moves."""
    moves = turns(state, "martin", cap=4096, **options).legal_moves
    return [tuple(str(step) for step in move.steps) for move in moves if move.group not in PLAIN]


def agree(state, *, only_to_build=True, best_roads=0, depth=0):
    """Check that both list the same turns, none twice, and return how many."""
    found = listed(state, trade_only_to_build=only_to_build, best_roads=best_roads, depth=depth)
    expected = ordered_turns(state, only_to_build=only_to_build, best_roads=best_roads, depth=depth)
    assert sorted(found) == sorted(expected)
    assert len(set(found)) == len(found)
    return len(found)


@pytest.fixture
def town(turn_of, put_line):
    """A settlement with two roads, and room all around."""
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29, 34)
    return state


@pytest.mark.parametrize("only_to_build", [True, False])
def test_trades_for_one_piece(town, only_to_build):
    give_resources(town, 0, wood=5, sheep=4, ore=1)
    assert agree(town, only_to_build=only_to_build, best_roads=2) > 5


def test_roads_cities_and_settlements(town):
    put_city(town, 0, 2)
    give_resources(town, 0, wood=3, clay=3, sheep=2, wheat=4, ore=3)
    assert agree(town, best_roads=3) > 50
    assert agree(town, best_roads=0, depth=2) > 20


@pytest.mark.parametrize("only_to_build", [True, False])
def test_year_of_plenty(town, only_to_build):
    give_cards(town, 0, year_of_plenty=1)
    give_resources(town, 0, wood=1, sheep=5, wheat=1)
    assert agree(town, only_to_build=only_to_build, best_roads=1) > 20


def test_year_of_plenty_from_a_small_bank(town):
    give_cards(town, 0, year_of_plenty=1)
    give_resources(town, 0, sheep=8)
    set_bank(town, wood=1, clay=2, ore=1)
    assert agree(town, only_to_build=False, best_roads=1) > 5


def test_road_building(town):
    give_cards(town, 0, road_building=1)
    give_resources(town, 0, wood=1, clay=2, sheep=1, wheat=1)
    assert agree(town, best_roads=3) > 20
    assert agree(town, best_roads=0) > 50


def test_after_a_purchase(town):
    give_cards(town, 0, knight=1, bought_this_turn=True)
    give_resources(town, 0, wood=5, sheep=1, wheat=2, ore=4)
    # Nothing is left but to buy another card, with what that takes.
    assert agree(town) == 2
    assert agree(town, only_to_build=False) > 2


@pytest.mark.full
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "options",
    [{"best_roads": 4}, {"best_roads": 0, "depth": 4}, {"only_to_build": False, "best_roads": 2}],
    ids=["default", "shallow", "free trade"],
)
def test_positions_of_random_games(main_phases, seed, options):
    count = 0
    for state in islice(main_phases(seed, points_to_win=8, max_turns=200), 0, None, 3):
        fields = state.fields()
        if sum(unpack(fields["hand"][fields["turn_seat"]])) <= 10:
            count += agree(state, **options)
    assert count > 100


def test_positions_of_a_random_game(main_phases):
    states = islice(main_phases(31, players=2, points_to_win=6), 0, 400, 20)
    assert sum(agree(state, best_roads=2, depth=5) for state in states) > 30

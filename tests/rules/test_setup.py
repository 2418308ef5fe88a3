"""The set-up: two settlements and two roads each, in snake order."""

import pytest

from catanlab.games.catan.position import by_resource


def play_setup(state):
    """Place every settlement and road at the first listed place; give the seats that placed them."""
    seats = []
    while state.phase_name.startswith("set-up"):
        seats.append((state.to_move, state.phase_name.removeprefix("set-up ")))
        state.apply(state.legal_moves[0])
    return seats


@pytest.mark.parametrize(
    ("players", "order"), [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 2, 1, 0]), (4, [0, 1, 2, 3, 3, 2, 1, 0])]
)
def test_the_set_up_goes_in_snake_order_a_settlement_and_its_road_at_a_time(set_up, players, order):
    state = set_up(players=players)
    assert play_setup(state) == [(seat, piece) for seat in order for piece in ("settlement", "road")]


def test_the_first_settlement_may_go_on_any_node(set_up, listed):
    assert listed(set_up(), "settlement") == [f"settlement {node}" for node in range(54)]


def test_settlements_of_the_set_up_keep_the_distance(set_up, refuses, listed):
    state = set_up().apply("settlement 23").apply("road 23-29")
    for node in (17, 18, 29):
        refuses(state, f"settlement {node}", "the building at node 23 is too near")
    refuses(state, "settlement 23", "node 23 has a building already")
    assert len(listed(state, "settlement")) == 50


def test_the_distance_rule_asks_for_buildings_not_for_roads(set_up):
    state = set_up().apply("settlement 23").apply("road 23-29")
    assert state.apply("settlement 35").position.seats[1].settlement_nodes == (35,)


def test_a_road_of_the_set_up_touches_the_settlement_just_placed(set_up, refuses, listed):
    state = set_up(players=2).apply("settlement 23").apply("road 23-29")
    state.apply("settlement 40").apply("road 35-40").apply("settlement 49")
    assert listed(state, "road") == ["road 45-49", "road 49-52", "road 49-53"]
    refuses(state, "road 40-44", "the road must start at the settlement just placed")


def test_the_second_settlement_need_not_be_near_the_first(set_up):
    state = (
        set_up(players=2).apply("settlement 0").apply("road 0-3").apply("settlement 23").apply("road 23-29")
    )
    state.apply("settlement 53").apply("road 50-53").apply("settlement 42")
    assert state.position.seats[0].settlement_nodes == (0, 42)


def test_the_first_settlement_yields_nothing(set_up, hand_of):
    state = set_up().apply("settlement 12")
    assert hand_of(state, 0) == {}
    assert set(state.position.bank) == {19}


@pytest.mark.parametrize(
    ("node", "cards"),
    [
        (12, {"ore": 1, "wheat": 1, "clay": 1}),
        (16, {"wheat": 2}),
        (0, {"ore": 1}),
        (23, {"clay": 1, "wood": 1}),
    ],
    ids=["three hexes", "two hexes of one resource", "coast", "desert"],
)
def test_the_second_settlement_yields_a_card_for_each_hex_around_it(set_up, hand_of, node, cards):
    state = (
        set_up(players=2)
        .apply("settlement 53")
        .apply("road 50-53")
        .apply("settlement 41")
        .apply("road 36-41")
    )
    state.apply(f"settlement {node}")
    assert hand_of(state, 1) == cards
    assert hand_of(state, 0) == {}
    assert by_resource(state.position.bank) == {
        name: 19 - cards.get(name, 0) for name in ("wood", "clay", "sheep", "wheat", "ore")
    }


def test_pieces_of_the_set_up_are_free(set_up):
    state = set_up()
    play_setup(state)
    held = sum(sum(seat.hand) for seat in state.position.seats)
    assert sum(state.position.bank) + held == 95
    assert all((len(seat.settlement_nodes), len(seat.road_ends)) == (2, 2) for seat in state.position.seats)


def test_after_the_set_up_the_first_seat_begins_its_turn(set_up):
    state = set_up()
    play_setup(state)
    facts = state.position
    assert (facts.phase.text, facts.on_turn, facts.turn) == ("before the roll", 0, 0)
    assert [seat.points for seat in facts.seats] == [2, 2, 2, 2]


@pytest.mark.parametrize("move", ["roll", "end turn", "road 0-3", "city 0", "buy card"])
def test_nothing_else_happens_in_the_set_up(set_up, refuses, move):
    refuses(set_up(), move, "the phase is 'set-up settlement', where these are allowed: settlement")


def test_the_robber_starts_in_the_desert(set_up):
    state = set_up()
    assert state.position.robber == state.game.board.desert == 9


def test_the_game_is_for_two_to_four_seats(set_up):
    for players in (2, 3, 4):
        state = set_up(players=players)
        assert state.seats == len(state.position.seats) == len(state.scores) == players

"""Winning: who has won, and when."""

import pytest

from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_knights,
    set_turn,
)


def with_points(state, seat, points):
    """Give a seat buildings and victory point cards for so many points, in a corner of its own."""
    corners = ((0, 6, 10, 2), (16, 11, 21, 27), (47, 51, 43, 38), (53, 50, 46, 42))
    for node in corners[seat][: min(points // 2, 4)]:
        put_city(state, seat, node)
        points -= 2
    give_cards(state, seat, victory_point=points)


def test_ten_points_on_ones_own_turn_win(turn_of):
    state = turn_of(0)
    with_points(state, 0, 9)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    state.apply("settlement 29")
    assert (state.is_over, state.position.winner, state.phase_name) == (True, 0, "finished")
    assert state.returns == [1.0, 0.0, 0.0, 0.0]
    assert state.legal_moves == []


def test_nine_points_do_not_win(turn_of):
    state = turn_of(0)
    with_points(state, 0, 8)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    state.apply("settlement 29")
    assert (state.is_over, state.scores[0], state.returns) == (False, 9, None)


def test_a_city_may_win(turn_of):
    state = turn_of(2)
    with_points(state, 2, 7)
    put_settlement(state, 2, 29)
    give_resources(state, 2, wheat=2, ore=3)
    put_settlement(state, 2, 35)
    assert state.apply("city 29").position.winner == 2


def test_a_victory_point_card_wins_at_once(turn_of):
    state = turn_of(0)
    with_points(state, 0, 9)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    state.apply("buy card").apply("draw victory point")
    assert state.position.winner == 0


def test_the_largest_army_wins_before_the_robber_moves(turn_of):
    state = turn_of(3, "before the roll")
    with_points(state, 3, 8)
    set_knights(state, 3, 2)
    give_cards(state, 3, knight=1)
    state.apply("knight")
    assert state.position.winner == 3


def test_the_longest_road_may_win(turn_of, put_line):
    state = turn_of(0)
    with_points(state, 0, 8)
    put_line(state, 0, 17, 23, 29, 34, 39)
    give_resources(state, 0, wood=1, clay=1)
    assert state.apply("road 39-44").position.winner == 0


def test_a_free_road_may_win_with_a_road_still_to_place(turn_of, put_line):
    state = turn_of(0)
    with_points(state, 0, 8)
    put_line(state, 0, 17, 23, 29, 34, 39)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 39-44")
    assert state.is_over
    assert state.position.winner == 0


def test_nobody_wins_on_the_turn_of_another(turn_of, put_line):
    """Seat 0 cuts the holder's road on its own turn: the award falls to seat 2, which wins on its turn."""
    state = turn_of(0)
    with_points(state, 2, 8)
    put_line(state, 1, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 2, 3, 7, 12, 8, 13, 9)
    put_line(state, 0, 29, 35, 40)
    assert state.position.longest_road == 1
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    state.apply("settlement 40")
    assert (state.position.longest_road, state.scores[2], state.is_over) == (2, 10, False)
    state.apply("end turn")
    assert (state.is_over, state.position.on_turn) == (False, 1)
    state.apply("roll").apply("dice 2").apply("end turn")
    assert (state.is_over, state.position.winner, state.position.on_turn) == (True, 2, 2)


def test_the_seat_on_turn_wins_although_another_has_more(turn_of):
    state = turn_of(0)
    with_points(state, 1, 11)
    with_points(state, 0, 9)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    state.apply("settlement 29")
    assert (state.position.winner, state.scores[:2]) == (0, [10, 11])


def test_points_lost_before_ones_turn_do_not_win(turn_of, put_line):
    state = turn_of(1)
    with_points(state, 0, 8)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    put_line(state, 1, 29, 35, 40)
    assert (state.position.longest_road, state.scores[0]) == (0, 10)
    give_resources(state, 1, wood=1, clay=1, sheep=1, wheat=1)
    state.apply("settlement 40")
    for _ in range(3):
        state.apply("end turn").apply("roll").apply("dice 2")
    assert (state.scores[0], state.is_over) == (8, False)
    assert not state.apply("end turn").is_over


def test_a_seat_that_begins_its_turn_with_the_points_has_won(turn_of):
    state = turn_of(0)
    with_points(state, 1, 10)
    assert not state.is_over
    state.apply("end turn")
    assert (state.position.winner, state.phase_name) == (1, "finished")


@pytest.mark.parametrize("move", ["roll", "end turn", "road 0-3", "dice 6", 5])
def test_after_the_end_nothing_is_played(turn_of, refuses, move):
    state = turn_of(0)
    with_points(state, 0, 10)
    set_turn(state, 0)
    assert state.is_over
    refuses(state, move, "the game is over")
    assert (state.legal_moves, state.outcomes) == ([], [])


def test_hidden_points_are_counted(turn_of):
    state = turn_of(0)
    give_cards(state, 0, victory_point=5)
    put_city(state, 0, 0)
    assert state.position.seats[0].public_points == 2
    assert state.scores[0] == state.position.seats[0].points == 7


def test_turns_pass_round_the_table(turn_of):
    for players in (2, 3, 4):
        state = turn_of(0, players=players)
        order = []
        for _ in range(2 * players + 1):
            order.append(state.position.on_turn)
            state.apply("end turn").apply("roll").apply("dice 2")
        assert order == [*range(players), *range(players), 0]
        assert (state.turn, state.round) == (2 * players + 1, 2)

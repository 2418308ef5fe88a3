"""The knight and Largest Army."""

from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_settlement,
    set_knights,
)


def move_robber(state):
    """Move the robber where a knight asks for it, to the first listed hex."""
    return state.apply(state.legal_moves[0])


def test_a_knight_moves_the_robber_and_steals(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    give_resources(state, 1, wood=1)
    give_cards(state, 0, knight=1)
    state.apply("knight").apply("robber 4 from 1").apply("steal wood")
    assert hand_of(state, 0) == {"wood": 1}
    assert (state.position.robber, state.position.seats[0].knights) == (4, 1)
    assert state.phase_name == "before the roll"


def test_a_knight_makes_nobody_discard(turn_of):
    state = turn_of(0)
    give_resources(state, 0, wood=19)
    give_cards(state, 0, knight=1)
    assert state.apply("knight").phase_name == "moving the robber"


def test_a_knight_must_move_the_robber(turn_of, refuses):
    state = turn_of(0)
    give_cards(state, 0, knight=1)
    refuses(state.apply("knight"), "robber 9", "the robber must move to another hex")


def test_three_knights_make_the_largest_army(turn_of):
    state = turn_of(0)
    set_knights(state, 0, 1)
    give_cards(state, 0, knight=2)
    move_robber(state.apply("knight"))
    assert (state.position.largest_army, state.scores[0]) == (None, 0)
    for _ in range(4):
        state.apply("end turn").apply("roll").apply("dice 2")
    move_robber(state.apply("knight"))
    assert (state.position.largest_army, state.scores[0]) == (0, 2)


def test_the_largest_army_stays_on_a_tie(turn_of):
    state = turn_of(1)
    set_knights(state, 0, 3, army=True)
    set_knights(state, 1, 2)
    give_cards(state, 1, knight=2)
    move_robber(state.apply("knight"))
    assert (state.position.largest_army, state.scores) == (0, [2, 0, 0, 0])


def test_strictly_more_knights_take_the_largest_army(turn_of):
    state = turn_of(1)
    set_knights(state, 0, 3, army=True)
    set_knights(state, 1, 3)
    give_cards(state, 1, knight=1)
    move_robber(state.apply("knight"))
    assert (state.position.largest_army, state.scores) == (1, [0, 2, 0, 0])


def test_a_further_knight_of_the_holder_brings_no_further_points(turn_of):
    state = turn_of(0)
    set_knights(state, 0, 3, army=True)
    give_cards(state, 0, knight=1)
    move_robber(state.apply("knight"))
    assert (state.position.largest_army, state.scores[0]) == (0, 2)


def test_knights_in_the_hand_do_not_count_for_the_army(turn_of):
    state = turn_of(0)
    give_cards(state, 0, knight=5)
    move_robber(state.apply("knight"))
    assert (state.position.seats[0].knights, state.position.largest_army) == (1, None)

"""Sum of switches: values, komi, what best play is worth, text and options."""

import pickle
from functools import cache

import pytest

from catanlab.framework.errors import GameError, IllegalMoveError, MoveTextError, SeedError
from catanlab.framework.moves import OVER
from catanlab.games.sos import Sos, SosMove


def play(game, *switches):
    state = game.start()
    for switch in switches:
        state.apply(f"switch {switch}")
    return state


def best_margin(values):
    """Return by how much the first seat leads under best play, by search over all games."""

    @cache
    def lead(left):
        return max((values[i] - lead(left - {i}) for i in left), default=0)

    return lead(frozenset(range(len(values))))


def greedy(game):
    state = game.start()
    while not state.is_over:
        state.apply(max(state.legal_moves, key=lambda move: game.values[move]))
    return state


def test_each_seat_scores_what_it_picks():
    state = play(Sos(switches=4, komi=0), 1, 3)
    assert state.scores == [1, 3]
    assert state.apply("switch 2").scores == [3, 3]


def test_the_second_seat_starts_with_the_komi():
    assert Sos(switches=4, komi=7).start().scores == [0, 7]


def test_the_larger_score_wins():
    assert play(Sos(switches=2, komi=0), 1, 0).returns == [1.0, 0.0]
    assert play(Sos(switches=2, komi=0), 0, 1).returns == [0.0, 1.0]


def test_equal_scores_share_the_win():
    state = play(Sos(switches=2, komi=1), 1, 0)
    assert state.to_move == OVER
    assert state.returns == [0.5, 0.5]


def test_a_switch_is_picked_once():
    state = play(Sos(), 3)
    with pytest.raises(IllegalMoveError, match=r"^switch 3: it was picked before$"):
        state.apply("switch 3")
    assert [str(move) for move in state.legal_moves][:4] == [
        "switch 0",
        "switch 1",
        "switch 2",
        "switch 4",
    ]


def test_seats_take_turns_until_all_are_picked():
    state = Sos(switches=5).start()
    seats = []
    while not state.is_over:
        seats.append(state.to_move)
        state.apply(state.legal_moves[0])
    assert seats == [0, 1, 0, 1, 0]
    assert state.turn == 5


@pytest.mark.parametrize("switches", range(2, 11))
def test_best_play_gains_half_the_number_of_switches(switches):
    assert best_margin(Sos(switches=switches, seed=switches).values) == switches // 2


@pytest.mark.parametrize("switches", range(2, 12))
def test_by_the_usual_komi_the_first_seat_wins_by_best_play(switches):
    assert greedy(Sos(switches=switches, seed=1)).returns == [1.0, 0.0]


@pytest.mark.parametrize("switches", range(3, 9))
def test_by_the_usual_komi_any_error_loses(switches):
    game = Sos(switches=switches)
    assert game.handicap == switches // 2 - 1
    values = game.values
    for first in range(switches - 1):
        rest = values[:first] + values[first + 1 :]
        assert values[first] - best_margin(rest) < game.handicap


def test_by_the_usual_komi_no_game_is_drawn():
    def results(state):
        if state.is_over:
            yield tuple(state.returns)
        for move in state.legal_moves:
            yield from results(state.copy().apply(move))

    for switches in range(2, 6):
        assert set(results(Sos(switches=switches).start())) <= {(1.0, 0.0), (0.0, 1.0)}


def test_values_are_in_order_without_a_seed():
    assert Sos(switches=6).values == (0, 1, 2, 3, 4, 5)


def test_a_seed_shuffles_the_values():
    values = Sos(switches=20, seed=1).values
    assert sorted(values) == list(range(20))
    assert values not in (tuple(range(20)), Sos(switches=20, seed=2).values)
    assert values == Sos(switches=20, seed=1).values


@pytest.mark.parametrize("number", [0, 7, 10, 999])
def test_text_round_trips(number):
    assert SosMove(number).text == f"switch {number}"
    assert SosMove.parse(f"switch {number}") == number
    assert SosMove.parse(f" SWITCH   {number} ") == number
    assert SosMove(number).group == "switch"


@pytest.mark.parametrize("text", ["", "switch", "3", "switch -1", "switch 01", "switch 1000", "on 3"])
def test_bad_text_is_refused(text):
    with pytest.raises(MoveTextError, match="is not a move; the form is: switch 3"):
        SosMove.parse(text)


@pytest.mark.parametrize("number", [-1, 1000, 1 << 54])
def test_impossible_numbers_have_a_text(number):
    assert SosMove(number).text == f"impossible move {number}"


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        ({"switches": 1}, GameError, "sos's switches is 1; allowed is an integer from 2 to 1000"),
        ({"switches": 1001}, GameError, "sos's switches is 1001"),
        ({"switches": "4"}, GameError, "sos's switches is '4'"),
        ({"komi": -1}, GameError, "sos's komi is -1; allowed is an integer from 0"),
        ({"komi": 0.5}, GameError, "sos's komi is 0.5"),
        ({"seed": -1}, SeedError, "seed -1"),
    ],
)
def test_bad_options_are_refused(options, error, complaint):
    with pytest.raises(error, match=complaint):
        Sos(**options)


def test_repr_has_scores_and_values():
    state = play(Sos(switches=3, komi=2, seed=5), 1)
    values = state.game.values
    assert repr(state) == (
        f"<sos: {values[1]} to 2, open switches and their values: 0={values[0]} 2={values[2]}>"
    )
    assert repr(play(Sos(switches=2), 1, 0)).endswith("their values: none>")


def test_states_and_games_pickle():
    state = play(Sos(switches=6, seed=3), 4)
    again = pickle.loads(pickle.dumps(state))
    assert again.scores == state.scores
    assert again.game == state.game
    assert again.game.values == state.game.values


def test_a_switch_that_is_not_there_is_refused():
    with pytest.raises(IllegalMoveError, match=r"^switch 10: the switches are 0 to 9$"):
        Sos().start().apply("switch 10")

"""Evaluations say what a position is worth to each seat, and playouts that are cut off ask them."""

import numpy as np
import pytest
from tests.framework.tally import Tally
from tests.search.searching import open_view, search

from catanlab.framework.errors import ArgumentError, GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import put_city, put_settlement, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku
from catanlab.playout.evaluations import Evaluation, Leader, Nothing, PlainEvaluation, Points
from catanlab.playout.games import play_out
from catanlab.playout.policies import Uniform


def tally(*moves):
    state = Tally().start()
    for move in moves:
        state.apply(move)
    return state


AHEAD = tally("draw 3", "keep", "draw 1")
EVEN = tally("draw 2", "keep", "draw 2", "keep")


@pytest.mark.parametrize(
    ("evaluation", "ahead", "even"),
    [
        (Nothing(), [0.0, 0.0], [0.0, 0.0]),
        (Points(4), [0.75, 0.0], [0.5, 0.5]),
        (Points(2), [1.0, 0.0], [1.0, 1.0]),
        (Points(0.5), [1.0, 0.0], [1.0, 1.0]),
        (Leader(), [1.0, 0.0], [0.5, 0.5]),
        (PlainEvaluation(lambda state: [score / 8 for score in state.scores]), [0.375, 0.0], [0.25, 0.25]),
        (PlainEvaluation(lambda state: np.array([0, 1])), [0.0, 1.0], [0.0, 1.0]),
    ],
)
def test_values_are_as_computed_by_hand(evaluation, ahead, even):
    assert evaluation.values(AHEAD) == ahead
    assert evaluation.values(EVEN) == even


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_value_for_every_seat(players):
    state = Catan(rules=f"players={players}", seed=1).start()
    assert Leader().values(state) == [1 / players] * players
    assert Points(10).values(state) == Nothing().values(state) == [0.0] * players


def played(rows, policy, max_turns, evaluation, game):
    """Return the returns, scores and turns of playouts."""
    arrays = np.zeros((rows, game.seats)), np.zeros((rows, game.seats), np.int32), np.zeros(rows, np.int32)
    play_out([game.start()] * rows, 3, 0, policy, max_turns, *arrays, np.zeros(rows, np.int64), evaluation)
    return arrays


def test_playouts_that_are_cut_off_ask_the_evaluation():
    game = Catan(seed=2)
    for evaluation in (Points(10), Leader()):
        returns, scores, turns = played(50, Uniform(), 300, evaluation, game)
        cut = turns == 300
        over = scores.max(axis=1) >= 10
        assert cut.sum() > 10
        assert over.sum() > 3
        assert ((returns[over] == 1.0).sum(axis=1) == 1).all()
        assert (returns[over].sum(axis=1) == 1).all()
        best = scores.max(axis=1, keepdims=True)
        leaders = (scores == best) / (scores == best).sum(axis=1, keepdims=True)
        expected = scores / 10 if isinstance(evaluation, Points) else leaders
        assert np.allclose(returns[~over], expected[~over])


def test_without_an_evaluation_a_game_that_is_cut_off_is_worth_nothing():
    game = Catan(seed=2)
    nothing, given = (played(20, Uniform(), 30, judge, game) for judge in (None, Nothing()))
    assert (nothing[0] == 0).all()
    assert all((a == b).all() for a, b in zip(nothing, given, strict=True))


def test_rounds_are_turns_of_all_seats():
    _, _, turns = played(5, Uniform(), 10 * 4, None, Catan(seed=2))
    assert turns.tolist() == [40] * 5


def test_a_playout_from_beyond_the_cut_off_plays_nothing():
    state = Catan(seed=1).start()
    set_turn(state, 0, "before the roll")
    arrays = np.ones((1, 4)), np.zeros((1, 4), np.int32), np.zeros(1, np.int32), np.ones(1, np.int64)
    random = Random(1)
    while state.turn < 3:
        state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random))
    play_out([state], 1, 0, Uniform(), 2, *arrays)
    assert arrays[0].tolist() == [[0.0] * 4]
    assert arrays[2].tolist() == [3]
    assert arrays[3].tolist() == [0]


def half(state):
    return [0.5]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (half, "half returned 1 values for 2 seats"),
        (lambda state: [0.5, 1.5], "<lambda> says 1.5 for seat 1; a value is from 0 to 1"),
        (lambda state: [-0.1, 0.5], "<lambda> says -0.1 for seat 0"),
        (lambda state: [0.5, float("nan")], "<lambda> says nan for seat 1"),
        (lambda state: None, "<lambda> returned None; it must return a list of numbers"),
        (lambda state: 0.5, "<lambda> returned 0.5; it must return a list of numbers"),
        (lambda state: ["a", "b"], "it must return a list of numbers"),
    ],
)
def test_wrong_values_are_refused(function, words):
    with pytest.raises(ArgumentError, match=words):
        PlainEvaluation(function).values(AHEAD)
    with pytest.raises(ArgumentError, match=words):
        played(1, Uniform(), 2, PlainEvaluation(function), Gomoku())


def test_what_an_evaluation_raises_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        played(1, Uniform(), 2, PlainEvaluation(lambda state: 1 / 0), Gomoku())


@pytest.mark.parametrize("scale", [0, -1, "ten", None, True, float("nan"), float("inf")])
def test_a_scale_is_a_number_above_zero(scale):
    with pytest.raises(ArgumentError, match=r"^the scale of points is .*; it must be a number above 0$"):
        Points(scale)


def test_what_is_not_one_is_refused():
    over = tally(*["draw 1", "keep"] * 6)
    with pytest.raises(GameError, match="the game is over"):
        Leader().values(over)
    with pytest.raises(GameError, match="an evaluation is of a state, not of None"):
        Leader().values(None)
    with pytest.raises(ArgumentError, match="an evaluation is a function of a state, not 5"):
        PlainEvaluation(5)
    with pytest.raises(ArgumentError, match="'leader' is not an Evaluation"):
        played(1, Uniform(), 2, "leader", Gomoku())
    with pytest.raises(NotImplementedError, match="value"):
        Evaluation().values(AHEAD)


@pytest.mark.parametrize(("at_cut", "leaders"), [("leader", 1.0), ("points:10", 1.7), ("nothing", 1.0)])
def test_in_the_mixed_value_a_draw_at_the_cut_counts_0(at_cut, leaders):
    # Roelofs, 4.4: 1 for a win, 0 for a draw or a loss, and the points as a part of the most
    state = Catan(board="beginner").start()
    for seat, nodes in ((0, (10, 30, 50)), (1, (12, 25, 44))):
        for node in nodes:
            put_city(state, seat, node)
    put_settlement(state, 0, 0)
    put_settlement(state, 1, 6)
    set_turn(state, 0)
    assert state.scores == [7, 7, 0, 0]
    result = search(open_view(state), f"uct:iterations=1,value=mixed,cut_turns=0,at_cut={at_cut}")
    assert result.top.values == (leaders, leaders, 0.0, 0.0)

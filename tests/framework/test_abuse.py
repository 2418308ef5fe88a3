"""What no program should do from Python is refused with an error: it neither crashes nor hangs."""

import pytest

from catanlab.framework.errors import BoardError, GameError, SeedError
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.arrange import set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import make_board
from catanlab.games.catan.state import CatanState


@pytest.fixture
def game():
    return Catan(seed=1)


def test_nothing_is_drawn_without_a_random(game):
    state = game.start()
    with pytest.raises(SeedError, match="None is not a Random"):
        state.draw_move(None)
    set_turn(state, 0, "before the roll")
    state.apply("roll")
    with pytest.raises(SeedError, match="5 is not a Random"):
        state.draw_outcome(5)
    with pytest.raises(SeedError, match="None is not a Random"):
        make_board("random", None)
    with pytest.raises(SeedError, match="None is not a Random"):
        game.observer(0).view().sample(None)


def test_nothing_is_drawn_from_a_random_without_a_place(game):
    with pytest.raises(SeedError, match="never given a place"):
        game.start().draw_move(Random.__new__(Random))


def test_a_game_needs_a_board(game):
    with pytest.raises(BoardError, match="not on None"):
        game.on(None)
    with pytest.raises(BoardError, match="unknown layout ''"):
        Catan(board="")


def test_a_position_needs_a_set_up(game):
    with pytest.raises(GameError, match="needs a set-up"):
        CatanState(game, None)


def test_a_state_is_copied_from_its_own_kind_only(game):
    state = game.start()
    before = state.fields()
    for other in (State(game), None, game):
        with pytest.raises(GameError, match="only a state of the same game"):
            state.assign(other)
    assert state.fields() == before
    with pytest.raises(TypeError, match="CatanState"):
        game.observer(0).view().sample_into(None, Random())

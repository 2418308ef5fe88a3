"""Misuse from Python raises an error: it neither crashes nor hangs."""

import pytest

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import (
    AgentError,
    BoardError,
    GameError,
    ObservationError,
    PositionError,
    RecordError,
    SeedError,
    TableError,
)
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.engine.arrange import set_turn
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import make_board
from catanlab.games.catan.text.reader import read_position, read_view
from catanlab.games.catan.view.belief import Belief
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView
from catanlab.games.gomoku import Gomoku
from catanlab.table.record_reader import read_records
from catanlab.table.table import Table


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
    with pytest.raises(GameError, match="needs a ruleset"):
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


@pytest.mark.parametrize("kind", [CatanState, CatanView, CatanObserver, Belief])
def test_nothing_is_ever_made_without_its_fields(kind):
    with pytest.raises((GameError, ObservationError)):
        kind.__new__(kind)


def test_what_is_made_without_init_is_whole_all_the_same(game):
    ruleset = game.start().ruleset
    assert len(CatanState.__new__(CatanState, game, ruleset).legal_moves) == 54
    view = CatanView.__new__(CatanView, game, 1)
    assert view.sample(Random(1)) == game.start()
    assert view == CatanObserver.__new__(CatanObserver, game, 1).view()
    assert Belief.__new__(Belief, 3).worlds() == [((0, 0, 0), 1.0)]


def test_a_ruleset_that_was_never_filled_is_refused(game):
    ruleset = game.start().ruleset
    with pytest.raises(GameError, match="needs a ruleset"):
        CatanState(game, type(ruleset).__new__(type(ruleset)))
    with pytest.raises(BoardError, match="not on None"):
        ruleset.on(None)
    with pytest.raises(BoardError, match="not on None"):
        type(ruleset)(game.rules, None)


def test_views_and_beliefs_have_bounds(game):
    for other in (None, 5, Gomoku()):
        with pytest.raises(GameError, match="a view is of a game of Catan"):
            CatanView(other, 0)
    for seat in (-1, 4, "0", True):
        with pytest.raises(ObservationError, match=r"is not a seat from 0 to 3"):
            CatanView(game, seat)
    for players in (0, 5, 1000):
        with pytest.raises(ObservationError, match="1 to 4 players"):
            Belief(players)
    with pytest.raises(ObservationError, match="4 is not a seat"):
        Belief(4).bounds(4)
    view_maker, parts = game.observer(0).view().__reduce__()
    with pytest.raises(GameError, match="needs a Belief, not None"):
        view_maker(*parts[:4], None, parts[5])


@pytest.mark.parametrize("game", [Catan(seed=1), Gomoku()], ids=["catan", "gomoku"])
def test_observers_take_seats_of_the_game_only(game):
    for seat in (game.seats, -1, "1", 0.5):
        with pytest.raises(ObservationError, match=r"is not a seat from 0 to \d"):
            game.observer(seat)
    observer = game.observer(0)
    before = observer.view()
    for winner in (9, game.seats, -2, None, "0"):
        with pytest.raises(ObservationError, match=r"the winner is a seat from 0 to \d, or -1 for nobody"):
            observer.finish(winner)
    assert observer.view().is_over == before.is_over is False


@pytest.mark.parametrize("other", [None, 5, b"text"])
def test_what_is_no_text_no_game_and_no_agents_is_refused_in_a_sentence(game, other):
    with pytest.raises(PositionError, match="a position is a line of text, not "):
        read_view(other)
    with pytest.raises(PositionError, match="a position is a line of text, not "):
        read_position(other)
    with pytest.raises(AgentError, match="is not a text; the form is: name"):
        make_agent(other)
    with pytest.raises(TableError, match="a table needs a Game, not "):
        Table(other, [])
    if other != b"text":
        with pytest.raises(TableError, match="agents are a list of Agents"):
            Table(game, other)
        with pytest.raises(RecordError, match="a record is a text, its bytes or a path, not "):
            read_records(other)

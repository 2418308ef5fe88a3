"""What a seat saw earlier, from the log of its view."""

import pytest
from tests.bridges.recorded import TAKEOVER, followed

from catanlab.agents.base.replay import begins_with_game, observers
from catanlab.agents.registry import make_agent
from catanlab.games.catan.game import Catan
from catanlab.table.table import Table


@pytest.fixture(scope="module")
def view():
    """Return what seat 1 sees after forty turns of a game with trade."""
    agents = [make_agent("greedy") for _ in range(4)]
    with Table(Catan(rules="jsettlers", seed=4), agents, seed=4, max_turns=40) as table:
        table.play()
        return table.view(1)


def with_log(view, log):
    """Return the view that a pickle with another log restores: no other way leads to an amended log."""
    restore, (game, seat, _, *rest) = view.__reduce__()
    return restore(game, seat, log, *rest)


def test_a_log_is_replayed_move_by_move(view):
    lengths = [len(observer.view().log) for observer in observers(view)]
    assert lengths == list(range(len(view.log)))


def test_a_log_of_the_set_up_begins_with_the_game():
    state, observer = Catan(seed=1).start(), Catan(seed=1).observer(0)
    for _ in range(6):
        assert begins_with_game(observer.view())
        move = state.legal_moves[0]
        observer.observe(move)
        state.apply(move)


def test_a_log_that_begins_later_is_not_replayed(view):
    for log in ((), view.log[16:], view.log[1:]):
        later = with_log(view, log)
        assert not begins_with_game(later)
        assert list(observers(later)) == []


def test_a_log_that_was_amended_is_replayed_up_to_there(view):
    amended = with_log(view, (*view.log[:30], view.log[0], *view.log[30:]))
    assert sum(1 for _ in observers(amended)) == 31


@pytest.mark.full
def test_offers_beyond_the_limit_are_replayed():
    seat_state = followed("smart").seat_state
    view = seat_state.observer.view()
    assert sum(1 for _ in observers(view)) == len(view.log)


@pytest.mark.full
def test_who_takes_a_game_over_knows_that_its_log_begins_later():
    assert not begins_with_game(followed(TAKEOVER).seat_state.observer.view())

"""Searches of small games: wins are taken, losses prevented, chance has no say."""

import pytest
from tests.search.searching import counts, open_view, played, search

from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos

POLICIES = [
    "uct:iterations=400",
    "uct:iterations=400,policy=ucb-tuned",
    "bayes-uct:iterations=400,value=win,support=2,least=0,most=1",
    "vpi:iterations=400,value=win,support=2,least=0,most=1",
    "thompson:iterations=400",
    "thompson-reshaped:iterations=400",
    "rave:iterations=400",
    "uct:iterations=400,policy=uct-rave",
    "puct:iterations=400",
    "uct:iterations=400,policy=bias",
    "uct:iterations=400,policy=widening",
]
FORMS = [
    "uct:iterations=600,chance=open",
    "uct:iterations=600,chance=grouped",
    "uct:iterations=600,chance=sampled",
    "uct:iterations=600,backup=max",
    "uct:iterations=600,backup=mix",
    "uct:iterations=600,groups=yes",
    "uct:iterations=600,threshold=5",
    "uct:iterations=600,threshold=2,threshold_at=child",
    "uct:iterations=600,expand_after=3",
    "uct:iterations=600,final=max",
    "uct:iterations=600,final=secure",
    "uct:iterations=600,final=robust-max",
    "uct:iterations=600,threads=2",
    "uct:iterations=600,playout=groups",
]


@pytest.mark.parametrize("spec", POLICIES + FORMS)
def test_a_row_is_completed(spec):
    # X has a1, b1 and completes the row at c1; O threatens c3.
    state = played(Gomoku(size=3, line=3), "a1 a3 b1 b3")
    assert search(open_view(state), spec).best.text == "c1"


@pytest.mark.parametrize("spec", POLICIES + FORMS)
def test_a_row_of_the_opponent_is_blocked(spec):
    # O is to move; X threatens c1 and O has no win of its own.
    state = played(Gomoku(size=3, line=3), "a1 a3 b1")
    assert search(open_view(state), spec).best.text == "c1"


@pytest.mark.full
@pytest.mark.parametrize("spec", ["uct:iterations=3000", "thompson:iterations=3000"])
def test_a_row_of_four_is_met_on_a_larger_board(spec):
    state = played(Gomoku(size=7, line=4), "a1 a7 b1 g7 c1")
    assert search(open_view(state), spec).best.text == "d1"


def test_the_best_switch_of_sos():
    game = Sos()
    state = game.start()
    result = search(open_view(state), "uct:iterations=3000")
    assert result.iterations == 3000
    assert result.best in state.legal_moves


@pytest.mark.full
def test_models_of_chance_agree_where_there_is_none():
    view = open_view(played(Gomoku(size=4, line=3), "a1 d4"))
    nodes = counts(search(view, "uct:iterations=2000"))
    assert counts(search(view, "uct:iterations=2000,chance=sampled")) == nodes
    assert counts(search(view, "uct:iterations=2000,chance=grouped")) == nodes
    assert counts(search(view, "uct:iterations=2000,chance=open")) == nodes
    grouped = counts(search(view, "uct:iterations=2000,groups=yes"))
    assert counts(search(view, "uct:iterations=2000,groups=yes,chance=open")) == grouped


def test_a_drawn_end_is_worth_half():
    # One cell is left and the board is full without a row: terminal, exact.
    state = played(Gomoku(size=3, line=3), "a1 b1 c1 a2 c2 b2 b3 c3")
    assert len(state.legal_moves) == 1
    result = search(open_view(state), "uct:iterations=10")
    (move,) = result.moves
    state.apply(move.move)
    assert list(move.values) == pytest.approx(state.returns)
    assert move.spread == 0

"""Several deciders in a game in plain Python: the contract, its checks, and the open view."""

import pytest
from tests.framework.vote import Vote, VotePosition

from catanlab.framework.check import check_game
from catanlab.framework.errors import ConformanceError, IllegalMoveError
from catanlab.framework.observer import OpenObserver
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos


def test_a_game_that_asks_all_seats_at_once_conforms():
    assert check_game(Vote(), games=5).plies == 5 * 9


def test_a_game_that_asks_one_seat_needs_nothing():
    state = Gomoku(size=3, line=3).start()
    assert (state.deciders, state.question) == ((0,), 0)
    assert state.mover("a1") == 0
    assert state.by("a1", 0) == state.game.move_type.parse("a1")
    assert state.is_legal("a1", 0)
    assert not state.is_legal("a1", 1)
    with pytest.raises(IllegalMoveError, match="seat 1 has nothing to decide now"):
        state.as_decider(1)


def test_nobody_decides_at_chance_and_at_the_end():
    state = Sos(switches=3, seed=1).start()
    while not state.is_over:
        assert state.deciders == (() if state.is_chance else (state.to_move,))
        state.apply(state.outcomes[0][0] if state.is_chance else state.legal_moves[0])
    assert state.deciders == ()


def test_votes_in_any_order_are_the_same_election():
    canonical, other = Vote().start(), Vote().start()
    for vote in ("vote 1", "vote 0", "vote 1"):
        canonical.apply(vote)
    for vote in ("vote 1 by 2", "vote 0 by 1", "vote 1"):
        other.apply(vote)
    assert (canonical.scores, canonical.turn) == (other.scores, other.turn) == ([1, 0, 1], 1)


def test_a_seat_that_has_voted_is_refused():
    state = Vote().start().apply("vote 1 by 2")
    assert state.deciders == (0, 1)
    assert not state.is_legal("vote 0", 2)
    with pytest.raises(IllegalMoveError):
        state.apply("vote 0 by 2")


def test_mover_refuses_what_is_not_legal():
    with pytest.raises(IllegalMoveError):
        Vote().start().apply("vote 1 by 2").mover("vote 1 by 2")


def test_by_refuses_a_seat_that_there_is_not():
    with pytest.raises(IllegalMoveError, match="3 is not a seat from 0 to 2"):
        Vote().start().by("vote 1", 3)


def test_the_open_view_of_a_decider_has_its_moves():
    observer = OpenObserver(Vote(), 2)
    view = observer.view()
    assert (view.deciders, view.decision, view.legal_moves) == ((0, 1, 2), 0, [])
    assert view.is_legal("vote 1")
    assert view.is_legal("vote 1 by 2")
    assert not view.is_legal("vote 1 by 0")
    asked = view.as_decider()
    assert (asked.to_move, len(asked.legal_moves), asked.decision) == (2, 2, 0)
    assert asked.as_decider() is asked


def test_the_number_of_a_decision_rises_with_the_next_question():
    observer = OpenObserver(Vote(), 0)
    numbers = []
    for move in ("vote 1 by 1", "vote 1", "vote 1", "vote 0", "vote 0", "vote 0"):
        observer.observe(move)
        numbers.append(observer.view().decision)
    assert numbers == [0, 0, 3, 3, 3, 6]


def test_a_spectator_of_an_open_game_sees_everything_and_makes_no_move():
    observer = OpenObserver(Vote(), None)
    observer.observe("vote 1 by 1")
    view = observer.view()
    assert view.seat is None
    assert [str(move) for move in view.log] == ["vote 1 by 1"]
    assert not view.is_legal("vote 0")
    assert view.as_decider() is view
    assert view.illegal_reason(0) == "another seat is to move"
    assert "a spectator" in repr(view)


def broken(**members):
    return Vote(type("Broken", (VotePosition,), members))


BROKEN = {
    "seat 0 is to move but not among the deciders": broken(deciders=lambda self: (1, 2)),
    "question is 0 although seats": broken(question=lambda self: 0),
    r"as_decider\(1\) has another seat to move": broken(ask=lambda self, seat: None),
    "which as vote 0 by 1 may not make it": broken(
        is_legal=lambda self, move: move & 15 < 2 and move >> 4 == 0 and self.asked in self.waiting()
    ),
    "is listed for seat 0 but is not its move": broken(mover=lambda self, move: 1),
    "is legal for another seat too": broken(
        by=lambda self, move, seat: move & 15 | (seat + 1 if seat != self.asked else 0) << 4
    ),
}


@pytest.mark.parametrize("complaint", BROKEN)
def test_a_broken_promise_about_deciders_is_caught(complaint):
    with pytest.raises(ConformanceError, match=complaint):
        check_game(BROKEN[complaint])

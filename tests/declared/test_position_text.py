"""The text of a position, for people: the board, and of other seats nothing that is hidden."""

from tests.declared.bazaar import Bazaar

from catanlab.framework.random import Random
from catanlab.games.gomoku_declared import DeclaredGomoku
from catanlab.games.sos_declared import DeclaredSos


def test_a_board_of_squares_is_drawn_with_the_first_row_below():
    state = DeclaredGomoku.Game(size=3, line=3).start()
    state.apply("a1").apply("b3")
    assert str(state).split("\n")[:4] == [" 3 . o .", " 2 . . .", " 1 x . .", "   a b c"]


def test_other_boards_are_told_by_the_pieces_of_each_seat():
    state = DeclaredSos.Game(switches=4).start()
    state.apply("switch 2").apply("switch 0")
    assert state.scores == [2, 1]
    assert str(state).split("\n") == ["seat 0: 2 points; mark 2", "seat 1: 1 point; mark 0"]


def test_a_view_shows_how_many_cards_others_hold_and_not_which():
    game = Bazaar.Game(players=2, length=14)
    state, random = game.start(), Random(3)
    observers = [game.observer(seat) for seat in range(2)]
    hidden = 0
    while not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        for seat, observer in enumerate(observers):
            own, other = (str(observer.view()).split("\n")[n - 2] for n in (seat, 1 - seat))
            true = str(state).split("\n")
            assert own == true[seat - 2]
            if sum(state.position.hands[1 - seat]):
                hidden += other != true[1 - seat - 2]
    assert hidden

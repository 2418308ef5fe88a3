"""Gomoku: rows, ends of the game, text and options."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catanlab.framework.errors import GameError, IllegalMoveError, MoveTextError
from catanlab.framework.moves import OVER
from catanlab.framework.random import Random
from catanlab.games.gomoku import Gomoku, GomokuMove


def play(game, moves):
    state = game.start()
    for move in moves.split():
        state.apply(move)
    return state


def alternate(first, second):
    """Return the moves of both seats in turn."""
    words = []
    seconds = iter(second.split())
    for move in first.split():
        words += [move, next(seconds, "")]
    return " ".join(words)


@pytest.mark.parametrize(
    "row",
    [
        "a1 b1 c1 d1 e1",
        "o11 o12 o13 o14 o15",
        "a1 b2 c3 d4 e5",
        "k15 l14 m13 n12 o11",
        "h8 f8 j8 g8 i8",
    ],
    ids=["rank", "file", "rising diagonal", "falling diagonal", "completed in the middle"],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_five_in_a_row_win(row, seat):
    idle = "a14 c14 e14 g14 i14"
    if seat == 0:
        state = play(Gomoku(), alternate(row, idle.rsplit(maxsplit=1)[0]))
        assert state.returns == [1.0, 0.0]
    else:
        state = play(Gomoku(), alternate(idle, row))
        assert state.returns == [0.0, 1.0]
    assert state.to_move == OVER
    assert state.legal_moves == []


def test_four_in_a_row_do_not_win():
    state = play(Gomoku(), alternate("a1 b1 c1 d1", "a3 b3 c3 d3"))
    assert state.to_move == 0
    assert state.returns is None


def test_more_than_five_in_a_row_win():
    state = play(Gomoku(), alternate("a1 b1 c1 e1 f1 d1", "a3 b3 c3 e3 f3"))
    assert state.returns == [1.0, 0.0]


def test_a_row_does_not_run_over_the_edge():
    game = Gomoku(size=5, line=4)
    state = play(game, alternate("d1 e1 a2 b2", "a5 c5 e5 a4"))
    assert not state.is_over
    state = play(game, alternate("d5 e4 a4 b3", "a1 c1 e1 a3"))
    assert not state.is_over


def test_stones_of_the_other_seat_break_a_row():
    state = play(Gomoku(size=6, line=4), alternate("a1 b1 d1 e1", "c1 c3 e3 a3"))
    assert not state.is_over


def test_a_full_board_without_a_row_is_drawn():
    state = play(Gomoku(size=3, line=3), "a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert state.is_over
    assert state.returns == [0.5, 0.5]
    assert repr(state) == "<gomoku: 3 x 3, 3 in a row, 9 stones, drawn, last c3>"


def test_the_last_stone_can_win():
    state = play(Gomoku(size=3, line=3), "a1 b1 c1 a2 b2 c2 b3 a3 c3")
    assert state.returns == [1.0, 0.0]


def test_seats_take_turns():
    state = Gomoku(size=4, line=4).start()
    assert (state.seats, state.to_move, state.turn, state.round) == (2, 0, 0, 0)
    state.apply("b2")
    assert (state.to_move, state.turn, state.round) == (1, 1, 0)
    state.apply("c3")
    assert (state.to_move, state.turn, state.round) == (0, 2, 1)


def test_a_taken_point_is_refused():
    state = play(Gomoku(), "h8")
    with pytest.raises(IllegalMoveError, match=r"^h8: a stone of seat 0 lies there already$"):
        state.apply("h8")
    assert state.turn == 1
    assert len(state.legal_moves) == 15 * 15 - 1


def test_points_off_the_board_are_refused():
    state = Gomoku(size=9).start()
    for move in ("j1", "a10", "s19"):
        assert not state.is_legal(move)
        with pytest.raises(
            IllegalMoveError, match=r": the columns of the board are a to i, its rows 1 to 9$"
        ):
            state.apply(move)
    assert not state.is_legal(GomokuMove.at(19, 0))
    assert not state.is_legal(GomokuMove.at(0, 200))


@pytest.mark.parametrize("size", [3, 15, 19])
def test_every_point_is_legal_at_first(size):
    moves = Gomoku(size=size, line=3).start().legal_moves
    assert len({str(move) for move in moves}) == size * size
    assert {move.group for move in moves} == {"stone"}


@given(st.integers(0, 18), st.integers(0, 18))
def test_text_round_trips(row, column):
    move = GomokuMove.at(row, column)
    assert (move.row, move.column) == (row, column)
    assert GomokuMove.parse(move.text) == move
    assert GomokuMove.parse(f" {move.text.upper()} ") == move


def test_text_is_column_and_row():
    assert GomokuMove.at(0, 0).text == "a1"
    assert GomokuMove.at(7, 7).text == "h8"
    assert GomokuMove.at(18, 8).text == "i19"


@pytest.mark.parametrize("text", ["", "h", "8", "h0", "h20", "t1", "h08", "8h", "h8 h9", "h٨", "ſ1"])
def test_bad_text_is_refused(text):
    with pytest.raises(MoveTextError, match="is not a move; give a column"):
        GomokuMove.parse(text)


@pytest.mark.parametrize("number", [-1, 19, 19 << 8, 1 << 54, 2**62])
def test_impossible_numbers_have_a_text(number):
    assert GomokuMove(number).text == f"impossible move {number}"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"size": 2}, "gomoku's size is 2; allowed is an integer from 3 to 19"),
        ({"size": 20}, "gomoku's size is 20; allowed"),
        ({"size": 9.0}, "gomoku's size is 9.0; allowed"),
        ({"size": True}, "gomoku's size is True; allowed"),
        ({"size": "9"}, "gomoku's size is '9'; allowed"),
        ({"line": 2}, "gomoku's line is 2; allowed is an integer from 3 to 15"),
        ({"size": 4, "line": 5}, "gomoku's line is 5; allowed is an integer from 3 to 4"),
        ({"size": 4}, "gomoku's line is 5; allowed is an integer from 3 to 4"),
    ],
)
def test_bad_options_are_refused(options, complaint):
    with pytest.raises(GameError, match=complaint):
        Gomoku(**options)


def test_the_board_as_text():
    state = play(Gomoku(size=4, line=3), "a1 b2 d4")
    assert str(state) == "\n".join([" 4 . . . X", " 3 . . . .", " 2 . O . .", " 1 X . . .", "   a b c d"])
    assert repr(state) == "<gomoku: 4 x 4, 3 in a row, 3 stones, seat 1 to move, last d4>"
    state.apply("b3").apply("c3").apply("b1")
    assert repr(state).endswith("6 stones, won by seat 1, last b1>")


def test_stones_can_be_asked_for():
    position = play(Gomoku(), "h8 i9").position
    assert position.stone(7, 7) == 0
    assert position.stone(8, 8) == 1
    assert position.stone(0, 0) is None


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))]
)
def test_copies_are_independent(duplicate):
    state = play(Gomoku(size=5, line=4), "a1 b2")
    twin = duplicate(state)
    twin.apply("c3")
    assert str(state) != str(twin)
    assert state.is_legal("c3")
    assert state.apply("c3").legal_moves == twin.legal_moves


def test_games_are_values():
    assert Gomoku(size=9) == Gomoku(size=9, line=5)
    assert Gomoku() != Gomoku(line=4)
    assert pickle.loads(pickle.dumps(Gomoku(size=7))) == Gomoku(size=7)
    with pytest.raises(AttributeError):
        Gomoku().size = 9


def longest_row(board, size):
    """Count the longest row of each seat on a board of text, without the code under test."""
    best = {"X": 0, "O": 0}
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                stone, length = board[row][column], 0
                r, c = row, column
                while stone != "." and 0 <= r < size and 0 <= c < size and board[r][c] == stone:
                    length, r, c = length + 1, r + down, c + right
                if length:
                    best[stone] = max(best[stone], length)
    return best["X"], best["O"]


@given(st.integers(0, 2**64 - 1), st.integers(3, 8), st.integers(3, 5))
def test_the_end_comes_with_the_first_row(seed, size, line):
    state = Gomoku(size=size, line=min(line, size)).start()
    random = Random(seed)
    while not state.is_over:
        rows = longest_row([row[3:].split() for row in str(state).splitlines()[:-1]], size)
        assert max(rows) < min(line, size)
        mover = state.to_move
        state.apply(state.draw_move(random))
    rows = longest_row([row[3:].split() for row in str(state).splitlines()[:-1]], size)
    if max(rows) >= min(line, size):
        assert rows[mover] >= min(line, size)
        assert state.returns == [float(mover == 0), float(mover == 1)]
    else:
        assert state.legal_moves == []
        assert state.returns == [0.5, 0.5]

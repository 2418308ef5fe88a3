"""Perft: exhaustive counts of move sequences, against stored tables and a slow count of its own."""

import json
from pathlib import Path

import pytest

from catanlab.framework.errors import ArgumentError
from catanlab.framework.perft import divide, perft
from catanlab.framework.state import State
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.reader import read_position
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos

FILE = Path(__file__).with_name("perft.json")
"""Positions, and the counts of depth 1, 2, ... A change is a change of a rule or of what is listed."""

TABLE = [(entry["position"], entry["counts"]) for entry in json.loads(FILE.read_text())]

TIC_TAC_TOE = (9, 72, 504, 3024, 15120, 54720, 148176)
"""Sequences of moves in noughts and crosses, known from many programs."""


def slow_perft(state: State, depth: int) -> int:
    """Count through the Python face, knowing nothing of the native one."""
    if depth == 0:
        return 1
    moves = [outcome for outcome, _ in state.outcomes] if state.is_chance else state.legal_moves
    return sum(slow_perft(state.copy().apply(str(move)), depth - 1) for move in moves)


@pytest.mark.full
@pytest.mark.parametrize("number", range(len(TABLE)))
def test_counts_are_those_of_the_table(number: int) -> None:
    line, counts = TABLE[number]
    state = read_position(line)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.full
@pytest.mark.parametrize("number", range(len(TABLE)))
def test_a_slow_count_through_the_python_face_agrees(number: int) -> None:
    line, counts = TABLE[number]
    depth = max(depth for depth, count in enumerate(counts, 1) if count < 1500)
    assert slow_perft(read_position(line), depth) == counts[depth - 1]


@pytest.mark.full
def test_gomoku_counts_are_those_of_noughts_and_crosses() -> None:
    state = Gomoku(size=3, line=3).start()
    assert tuple(perft(state, depth) for depth in range(1, 8)) == TIC_TAC_TOE


def test_a_game_that_ends_before_adds_none() -> None:
    state = Sos(switches=5).start()
    assert [perft(state, depth) for depth in range(1, 7)] == [5, 20, 60, 120, 120, 0]


def test_depth_none_is_the_position_itself() -> None:
    assert perft(Catan().start(), 0) == 1


def test_the_position_stays_as_it_is() -> None:
    state = read_position(TABLE[9][0])
    before = state.copy()
    perft(state, 5)
    divide(state, 3)
    assert state == before


def test_dividing_lists_every_first_move() -> None:
    for line, counts in TABLE[::4]:
        state = read_position(line)
        parts = divide(state, 4)
        assert list(parts) == (state.legal_moves or [outcome for outcome, _ in state.outcomes])
        assert sum(parts.values()) == counts[3]


@pytest.mark.parametrize("depth", [-1, 101, 1.5, "3", True, None])
def test_a_wrong_depth_is_refused(depth: object) -> None:
    for count in (perft, divide):
        with pytest.raises(ArgumentError, match="depth is"):
            count(Catan().start(), depth)  # type: ignore[operator]
    with pytest.raises(ArgumentError, match="depth is 0"):
        divide(Catan().start(), 0)

"""Functions as policies: plain ones are checked, compiled ones are given all they need."""

import ctypes
import re

import numpy as np
import pytest
from tests.framework.tally import Tally
from tests.search.chi import assert_drawn_by
from tests.search.test_policies import Many, drawn

from catanlab.framework.errors import ArgumentError, IllegalMoveError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku
from catanlab.lab.batch import play_random
from catanlab.playout.games import NativeMatch, play_out
from catanlab.playout.policies import CompiledFunction, PlainPolicy, Uniform

KIND = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_int64),
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_int32),
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_int64,
)


def address(function):
    """Return a C function that calls the one given, which must be kept, and its address."""
    native = KIND(function)
    return native, ctypes.cast(native, ctypes.c_void_p).value


def any_move(state, random):
    return state.legal_moves[random.below(len(state.legal_moves))]


def first_text(state, random):
    return state.legal_moves[0].text


# Plain functions.


def test_a_plain_policy_plays_what_its_function_returns():
    state = Many().start()
    moves = {"a0", "a1", "c0", "d0", "d1", "d2"}
    assert_drawn_by(drawn(PlainPolicy(any_move), state), dict.fromkeys(moves, 1 / 6))
    start = Catan(seed=1).start()
    assert PlainPolicy(first_text).pick(start, Random(1)) == start.legal_moves[0]
    assert (
        PlainPolicy(lambda state, random: np.int64(start.legal_moves[3])).pick(start, Random(1))
        == 3 + (start.legal_moves[0])
    )


def test_a_plain_policy_that_draws_as_uniform_does_plays_the_same_games():
    """In the beginning the moves listed are those of random_move, drawn by one number."""
    game = Gomoku(size=4, line=3)
    results = []
    for policy in (Uniform(), PlainPolicy(any_move)):
        arrays = np.zeros((9, 2)), np.zeros((9, 2), np.int32), np.zeros(9, np.int32), np.zeros(9, np.int64)
        play_out([game.start()] * 9, 4, 0, policy, 0, *arrays)
        results.append([array.tolist() for array in arrays])
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("settlement 99", "answer returned 'settlement 99': "),
        ("end turn", "answer returned end turn: "),
        (None, "answer returned None: None is not a move: give its text or its number"),
        (True, "answer returned True: True is not a move"),
        (2.5, "answer returned 2.5: 2.5 is not a move"),
        (-1, "no move has this number"),
        (2**63, "no move has this number"),
        (2**80, "no move has this number"),
        (0, "answer returned "),
    ],
)
def test_illegal_moves_of_a_plain_policy_are_refused(answer, words):
    given = answer

    def answer(state, random):
        return given

    state = Catan(seed=1).start()
    for run in (lambda: PlainPolicy(answer).pick(state, Random(1)), lambda: played(PlainPolicy(answer))):
        with pytest.raises(IllegalMoveError, match=re.escape(words)) as caught:
            run()
        assert "\n" not in str(caught.value)


def played(policy):
    return play_random(1, 1, policy=policy, max_turns=3)


def test_what_a_plain_policy_raises_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        played(PlainPolicy(lambda state, random: 1 / 0))


def test_a_plain_policy_needs_a_function():
    with pytest.raises(
        ArgumentError, match="a policy is a function of a state and a Random, not 'uniform'"
    ):
        PlainPolicy("uniform")


def test_a_native_match_takes_functions_too():
    match = NativeMatch([PlainPolicy(first_text), Uniform()])
    moves = match.moves(Tally().start(), 1, [0, 1], 0)
    assert [int(move) for move in moves[1::4]] == [0, 0, 0]


# Compiled functions, made by ctypes: they need no compiler and may be called without Python's lock.


def test_a_compiled_function_is_given_everything():
    arguments = []

    def choose(moves, count, seat, points, seats, turns, bits):
        arguments.append((moves[:count], count, seat, points[:seats], turns))
        assert 0 <= bits < 2**63
        return count - 1

    _native, place = address(choose)
    state = Catan(rules="players=3", seed=1).start()
    random = Random(1)
    while state.turn < 30:
        state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random))
    set_turn(state, 1, "main")
    moves = state.legal_moves
    assert CompiledFunction(place).pick(state, Random(1)) == moves[-1]
    assert arguments == [([int(m) for m in moves], len(moves), 1, state.scores, state.turn)]
    assert max(state.scores) > 2


def test_random_bits_are_random():
    seen = []

    def choose(moves, count, seat, points, seats, turns, bits):
        seen.append(bits)
        return bits % count

    _native, place = address(choose)
    counts = drawn(CompiledFunction(place), Many().start())
    assert_drawn_by(counts, dict.fromkeys(["a0", "a1", "c0", "d0", "d1", "d2"], 1 / 6))
    assert len(set(seen)) == len(seen)
    ones = sum(bits.bit_count() for bits in seen) / len(seen)
    assert abs(ones - 31.5) < 0.3


@pytest.mark.parametrize("answer", [-1, 54, 2**31 - 1, -(2**31)])
def test_a_number_of_no_move_is_refused(answer):
    _native, place = address(lambda *arguments: answer)
    with pytest.raises(IllegalMoveError, match=f"returned {answer}; there are 54 moves"):
        played(CompiledFunction(place))


def test_a_compiled_function_plays_on_threads():
    _native, place = address(lambda moves, count, seat, points, seats, turns, bits: bits % count)
    one, two = (play_random(70, 1, policy=CompiledFunction(place), threads=n, max_turns=5) for n in (1, 2))
    assert (one.scores == two.scores).all()
    assert (one.moves == two.moves).all()


@pytest.mark.parametrize("other", [None, 0, -4, 2**64, True, "choose", 1.5, any_move])
def test_a_compiled_function_is_known_by_its_address(other):
    with pytest.raises(ArgumentError, match=r"a compiled function is a numba\.cfunc or an address"):
        CompiledFunction(other)


class Crowd(Many):
    """More seats than a compiled function can be given."""

    seats = 17


def test_a_compiled_function_takes_no_crowd():
    _native, place = address(lambda *arguments: 0)
    with pytest.raises(ArgumentError, match="takes at most 16 seats, not 17"):
        CompiledFunction(place).pick(Crowd().start(), Random(1))

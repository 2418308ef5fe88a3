"""Policies that ask a function: one in plain Python, or one compiled and known by its address."""

import ctypes

import cython

from catanlab.framework.errors import ArgumentError, CatanlabError, IllegalMoveError

if not cython.compiled:
    from catanlab.playout.policies import OTHER, Policy

    MOST_SEATS = 16
    _MOVES, _POINTS = ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_int32)
    Chooser = ctypes.CFUNCTYPE(
        ctypes.c_int32,
        *(_MOVES, ctypes.c_int32, ctypes.c_int32, _POINTS, ctypes.c_int32, ctypes.c_int32, ctypes.c_int64),
    )

__all__ = ["SIGNATURE", "CompiledFunction", "PlainPolicy"]

SIGNATURE = "int32(CPointer(int64), int32, int32, CPointer(int32), int32, int32, int64)"
"""What `numba.cfunc` has to be told for a CompiledFunction."""


class PlainPolicy(Policy):
    """Asks a function in plain Python, under the GIL: `function(state, random)` returns a move.

    The move, a number or a text, must be legal, else IllegalMoveError is raised. The function leaves the
    state as it is, and draws from nothing but `random`, so that a playout can be repeated.
    """

    def __init__(self, function):
        if not callable(function):
            raise ArgumentError(f"a policy is a function of a state and a Random, not {function!r}")
        self.kind = OTHER
        self.function = function

    def choose(self, state, random, out):
        with cython.gil:
            out.items[0] = _checked(self.function, state, random)
            return 1


def _checked(function, state, random):
    """Return the move that a function chooses; raises IllegalMoveError unless it is a legal one."""
    name = getattr(function, "__name__", "the policy")
    answer = function(state, random)
    try:
        move = state.game.move_type.of(answer)
    except CatanlabError as error:
        raise IllegalMoveError(f"{name} returned {answer!r}: {error}") from None
    if not state.is_legal(move):
        reason = state.illegal_reason(move) if 0 <= move < 2**63 else "no move has this number"
        raise IllegalMoveError(f"{name} returned {move}: {reason}")
    return move


class CompiledFunction(Policy):
    """Asks a compiled function, without Python: what `numba.cfunc(SIGNATURE)` makes, or an address.

    In C it is

        int choose(long long *moves, int count, int seat, int *points, int seats, int turns,
                   long long random_bits)

    which returns the number of one of the `count` legal moves, listed with equal groups side by side, for
    `seat`. `points` are of all seats, `turns` those completed, and `random_bits` anything from 0 to
    2**63 - 1. A number that is none of a move raises IllegalMoveError. What is no such function crashes.
    """

    def __init__(self, function):
        address = getattr(function, "address", function)
        if isinstance(address, bool) or not isinstance(address, int) or not 0 < address < 2**64:
            raise ArgumentError(
                f"a compiled function is a numba.cfunc or an address, an integer, not {function!r}"
            )
        self.kind = OTHER
        self.function = function
        place: cython.size_t = address
        self.chooser = cython.cast(Chooser, place)

    def choose(self, state, random, out):
        points = cython.declare(cython.int[16])
        seats = state.seats_c()
        if seats > MOST_SEATS:
            with cython.gil:
                raise ArgumentError(f"a compiled function takes at most {MOST_SEATS} seats, not {seats}")
        for seat in range(seats):
            points[seat] = state.score(seat)
        count = state.legal(out)
        chosen = self.ask(
            out.items, count, state.to_move_c(), points, seats, state.turn_c(), random.next() >> 1
        )
        if not 0 <= chosen < count:
            with cython.gil:
                raise IllegalMoveError(f"the compiled function returned {chosen}; there are {count} moves")
        out.items[0] = out.items[chosen]
        return 1

    def ask(self, moves, count, seat, points, seats, turns, bits):
        """Call the function."""
        if not cython.compiled:
            moves = (ctypes.c_int64 * count)(*moves[:count])
            points = (ctypes.c_int32 * seats)(*points[:seats])
        return self.chooser(moves, count, seat, points, seats, turns, bits)

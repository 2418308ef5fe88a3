"""Policies: how seats move in playouts and native matches; some ask a function, in Python or compiled."""

import ctypes

import cython

from catanlab.framework.errors import ArgumentError, CatanlabError, GameError, IllegalMoveError
from catanlab.framework.random import check_random
from catanlab.playout.group_weights import group_weights

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import CHANCE, MAX_GROUPS, State

    OTHER, UNIFORM, GROUP_FIRST = range(3)
    MAX_SEATS = 16
    _MOVES, _POINTS = ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_int32)
    Chooser = ctypes.CFUNCTYPE(
        ctypes.c_int32,
        *(_MOVES, ctypes.c_int32, ctypes.c_int32, _POINTS, ctypes.c_int32, ctypes.c_int32, ctypes.c_int64),
    )

__all__ = ["SIGNATURE", "CompiledFunction", "GroupFirst", "PlainPolicy", "Policy", "Uniform", "Weighted"]

SIGNATURE = "int32(CPointer(int64), int32, int32, CPointer(int32), int32, int32, int64)"
"""The signature that `numba.cfunc` needs for a CompiledFunction."""


class Policy:
    """Chooses the moves of a seat. It sees the true state: a fair policy does not look at hidden cards.

    One policy may serve several threads at once: `choose` must not change it.
    """

    def __init__(self):
        self.kind = OTHER

    def choose(self, state, random, out):
        """Write a legal move of the seat to move into `out`, which may be used as scratch space."""
        with cython.gil:
            raise NotImplementedError("choose")

    def pick(self, state, random):
        """Return the move it makes in a state; raises IllegalMoveError if no seat is to move."""
        if not isinstance(state, State):
            raise GameError(f"a policy moves in a state, not in {state!r}")
        if state.to_move >= CHANCE:
            raise IllegalMoveError("no seat is to move here")
        check_random(random)
        out = MoveBuffer()
        self.choose(state, random, out)
        return state.game.move_type(out.items[0])


class Uniform(Policy):
    """Any listed move, each as likely as the others."""

    def __init__(self):
        self.kind = UNIFORM

    def choose(self, state, random, out):
        return state.random_move(random, out)


class GroupFirst(Policy):
    """A random group of moves, then one of that group."""

    def __init__(self):
        self.kind = GROUP_FIRST

    def choose(self, state, random, out):
        return state.random_by_group(random, out)


class Weighted(Policy):
    """A group of moves drawn by weight from those that are legal, then one of that group.

    The weights are a mapping by the names of groups, or a text such as `settlement*20+city*10`; a group
    that is not named weighs 1. A group that weighs 0 is drawn only if no other is legal. Raises
    ArgumentError for invalid weights.
    """

    def __init__(self, weights, move_type):
        self.kind = OTHER
        numbers = group_weights(weights, move_type)
        self.weights = ValueBuffer(MAX_GROUPS)
        for group in range(MAX_GROUPS):
            self.weights.items[group] = numbers[group] if group < len(numbers) else 1.0

    def choose(self, state, random, out):
        return state.random_weighted(random, self.weights, out)


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
    """Asks a compiled function, without Python: one made by `numba.cfunc(SIGNATURE)`, or an address.

    In C it is

        int choose(long long *moves, int count, int seat, int *points, int seats, int turns,
                   long long random_bits)

    which returns the number of one of the `count` legal moves, listed with equal groups side by side, for
    `seat`. `points` are of all seats, `turns` those completed, and `random_bits` anything from 0 to
    2**63 - 1. A number outside the list raises IllegalMoveError. An address of anything else crashes.
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
        if seats > MAX_SEATS:
            with cython.gil:
                raise ArgumentError(f"a compiled function takes at most {MAX_SEATS} seats, not {seats}")
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

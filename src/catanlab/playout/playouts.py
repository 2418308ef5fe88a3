"""Playouts: games played to the end at random, in one loop for every game of the framework."""

import cython

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import STREAMS
from catanlab.playout.evaluations import Nothing

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.random import Random
    from catanlab.framework.state import CHANCE, OVER, State
    from catanlab.playout.evaluations import Evaluation
    from catanlab.playout.policies import GROUP_FIRST, UNIFORM, Policy

    SEAT_SHIFT = 59

__all__ = ["Batch", "Trace", "play_out"]


def playout(state, random, moves, policy, max_turns, trace):
    """Play the state on to its end, or until `max_turns` turns are complete; return the moves made.

    Outcomes count as moves. A `trace` that is not None is given what the seats chose, each move with
    its seat in the bits from SEAT_SHIFT on; how many, is its `length`.
    """
    count: cython.longlong = 0
    # A move completes one turn at most, so for some time the clock need not be read.
    early: cython.longlong = cython.cast(cython.longlong, 1) << 62
    if max_turns:
        early = max_turns - state.turn_c()
    kind = policy.kind
    while True:
        mover = state.to_move_c()
        if mover == OVER or (count >= early and state.turn_c() >= max_turns):
            return count
        if mover == CHANCE:
            state.sample(random, moves)
        else:
            # The two that every game brings along are asked directly.
            if kind == UNIFORM:
                state.random_move(random, moves)
            elif kind == GROUP_FIRST:
                state.random_by_group(random, moves)
            else:
                policy.choose(state, random, moves)
            if trace is not None:
                trace.add(mover, moves.items[0])
        state.apply_c(moves.items[0])
        count += 1


class Trace:
    """What the seats chose in a playout."""

    def __init__(self):
        self.moves = MoveBuffer()
        self.length = 0

    def add(self, seat, move):
        if self.length >= self.moves.capacity:
            self.moves.reserve(2 * self.moves.capacity)
        self.moves.items[self.length] = (seat << SEAT_SHIFT) | move
        self.length += 1
        return 0


class Batch:
    """Copies of positions side by side, played out in one go without Python."""

    def __init__(self, roots):
        self.states = [root.copy() for root in roots]
        self.count = len(self.states)
        self.seats = self.states[0].seats if self.states else 0
        if any(state.seats != self.seats for state in self.states):
            raise ArgumentError("the roots of a batch must all have as many seats")
        self.stream = STREAMS["play"]
        self.random = Random()
        self.buffer = MoveBuffer()
        self.values = ValueBuffer()
        state: State
        if cython.compiled:
            self.items = cython.cast(
                cython.pp_void, malloc((self.count + 1) * cython.sizeof(cython.p_void))
            )
            if self.items == cython.NULL:
                raise MemoryError
            for i in range(self.count):
                state = self.states[i]
                self.items[i] = cython.cast(cython.p_void, state)
        else:
            self.items = self.states

    def __dealloc__(self):
        if cython.compiled:
            free(self.items)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def play(self, seed, first, policy, max_turns, evaluation, returns, scores, turns, moves):
        """Play every game to its end and write what came of it, a row each."""
        for i in range(self.count):
            self.random.place(seed, self.stream, first + i)
            moves[i] = playout(
                cython.cast(State, self.items[i]), self.random, self.buffer, policy, max_turns, None
            )
            turns[i] = cython.cast(State, self.items[i]).turn_c()
            if cython.cast(State, self.items[i]).to_move_c() == OVER:
                cython.cast(State, self.items[i]).returns_c(self.values)
            else:
                evaluation.value(cython.cast(State, self.items[i]), self.values)
            for seat in range(self.seats):
                returns[i, seat] = self.values.items[seat]
                scores[i, seat] = cython.cast(State, self.items[i]).score(seat)
        return 0


def play_out(roots, seed, first, policy, max_turns, returns, scores, turns, moves, evaluation=None):
    """Play each root to its end by a policy and write what came of it into the arrays, a row each.

    `returns` (float64) and `scores` (int32) have a column per seat; `turns` is int32, `moves` int64.
    A game cut off after `max_turns` turns (0: never) returns what the evaluation says, by default 0 to
    every seat. The roots, all with as many seats, stay as they are. Row i draws from place `first + i` of
    the stream "play", so a batch can be cut into pieces, for threads or processes, without changing any
    game. The GIL is released while they are played. Raises ArgumentError for arrays or roots that do not
    fit each other, and for what is no policy or no evaluation.
    """
    batch = Batch(roots)
    key: cython.ulonglong = seed
    index: cython.ulonglong = first
    if not isinstance(policy, Policy):
        raise ArgumentError(f"{policy!r} is not a Policy")
    if not (evaluation is None or isinstance(evaluation, Evaluation)):
        raise ArgumentError(f"{evaluation!r} is not an Evaluation")
    mover: Policy = policy
    judge: Evaluation = Nothing() if evaluation is None else evaluation
    limit: cython.int = max_turns
    shares: cython.double[:, ::1] = returns
    points: cython.int[:, ::1] = scores
    clock: cython.int[::1] = turns
    lengths: cython.longlong[::1] = moves
    shape = (batch.count, batch.seats)
    if not (returns.shape == scores.shape == shape and len(turns) == len(moves) == shape[0]):
        raise ArgumentError(f"the arrays must have {shape[0]} rows, those of seats {shape[1]} columns")
    with cython.nogil:
        batch.play(key, index, mover, limit, judge, shares, points, clock, lengths)

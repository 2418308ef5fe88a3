"""Whole games without Python in the loop: single playouts, batches of them, matches of native policies.

`play_game`, at the end, is the one loop of them all.
"""

import cython
import numpy as np

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import STREAMS
from catanlab.playout.evaluations import Nothing

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.random import Random
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, OVER, State
    from catanlab.playout.evaluations import Evaluation
    from catanlab.playout.policies import GROUP_FIRST, MAX_SEATS, OTHER, UNIFORM, Policy

    SEAT_SHIFT, COUNTED_GROUPS = 59, 32

__all__ = ["Batch", "NativeMatch", "Trace", "play_out"]


class Trace:
    """The moves of the seats in a playout: `length` of them, each with its seat from bit SEAT_SHIFT on."""

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
    """Copies of positions, played out one after another without Python."""

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
        """Play every game to its end and write its results, a row each."""
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
    """Play each root to its end by a policy and write the results into the arrays, a row each.

    `returns` (float64) and `scores` (int32) have a column per seat; `turns` is int32, `moves` int64.
    A game cut off after `max_turns` turns (0: never) returns the values of the evaluation, by default 0 for
    every seat. The roots, all with as many seats, stay as they are. Row i draws from place `first + i` of
    the stream "play", so a batch can be cut into pieces, for threads or processes, without changing any
    game. The GIL is released meanwhile. Raises ArgumentError if the arrays or roots do not fit each other,
    or if the policy is not a Policy or the evaluation not an Evaluation.
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


class NativeMatch:
    """Plays whole games one after another in which each seat is played by one of several native policies.

    Draw number n of a group of outcomes is number n of that group's stream, and each seat has a stream of
    its own: two games with one seed have the same dice as long as they last, whoever plays.
    """

    def __init__(self, policies):
        for policy in policies:
            if not isinstance(policy, Policy):
                raise ArgumentError(f"{policy!r} is not a native policy")
        self.policies = list(policies)
        self.randoms = [Random() for _ in range(COUNTED_GROUPS + MAX_SEATS)]
        self.buffer = MoveBuffer()
        self.values = ValueBuffer()
        self.log = MoveBuffer()
        self.is_logging = False
        self.chance_stream = STREAMS["chance"]
        self.agent_stream = STREAMS["agent"]
        policy: Policy
        random: Random
        if cython.compiled:
            self.numbered = cython.cast(
                cython.pp_void, malloc((len(self.policies) + 1) * cython.sizeof(cython.p_void))
            )
            if self.numbered == cython.NULL:
                raise MemoryError
            for i in range(len(self.policies)):
                policy = self.policies[i]
                self.numbered[i] = cython.cast(cython.p_void, policy)
            for i in range(COUNTED_GROUPS + MAX_SEATS):
                random = self.randoms[i]
                self.streams[i] = cython.cast(cython.p_void, random)
        else:
            self.numbered, self.streams = self.policies, self.randoms
            self.seated = [None] * MAX_SEATS
            self.kinds, self.decisions = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.counts = [0] * COUNTED_GROUPS

    def __dealloc__(self):
        if cython.compiled:
            free(self.numbered)

    def play(
        self, roots, seeds, seatings, max_turns, returns, scores, turns, decisions, groups, evaluation=None
    ):
        """Play each root to its end and write the results into the arrays, a row each.

        `seeds` is uint64; `seatings` is int32 with the number of a policy for every seat; `returns` is
        float64, `scores` and `decisions` int32, with a column per seat; `turns` is int32; `groups` is int32
        and counts moves and outcomes in 32 columns. A game cut off after `max_turns` turns (0: never)
        returns the values of the evaluation, by default 0 for every seat. The roots stay as they are.
        Raises ArgumentError if the arguments do not fit each other.
        """
        if not (evaluation is None or isinstance(evaluation, Evaluation)):
            raise ArgumentError(f"{evaluation!r} is not an Evaluation")
        judge: Evaluation = Nothing() if evaluation is None else evaluation
        count: cython.int = len(roots)
        seats: cython.int = roots[0].seats if roots else 0
        limit: cython.int = max_turns
        seed: cython.ulonglong
        who: cython.int[:, ::1] = seatings
        shares: cython.double[:, ::1] = returns
        points: cython.int[:, ::1] = scores
        clock: cython.int[::1] = turns
        choices: cython.int[:, ::1] = decisions
        kinds: cython.int[:, ::1] = groups
        shapes = (seatings.shape, returns.shape, scores.shape, decisions.shape)
        if any(shape != (count, seats) for shape in shapes) or groups.shape != (count, COUNTED_GROUPS):
            raise ArgumentError(f"the arrays must have {count} rows, those of seats {seats} columns")
        if not len(seeds) == len(turns) == count:
            raise ArgumentError(f"the arrays must have {count} rows")
        if seats > MAX_SEATS:
            raise ArgumentError(f"a match has at most {MAX_SEATS} seats, not {seats}")
        if count and not 0 <= seatings.min() <= seatings.max() < len(self.policies):
            raise ArgumentError(f"the policies are numbered 0 to {len(self.policies) - 1}")
        state: State
        for row in range(count):
            if roots[row].seats != seats:
                raise ArgumentError("the roots of a match must all have as many seats")
            state = roots[row].copy()
            seed = int(seeds[row])
            with cython.nogil:
                self.begin(seed, who[row])
                self.play_one(state, limit)
                clock[row] = state.turn_c()
                for group in range(COUNTED_GROUPS):
                    kinds[row, group] = self.counts[group]
                self.values.reserve(seats)
                if state.to_move_c() == OVER:
                    state.returns_c(self.values)
                else:
                    judge.value(state, self.values)
                for seat in range(seats):
                    shares[row, seat] = self.values.items[seat]
                    points[row, seat] = state.score(seat)
                    choices[row, seat] = self.decisions[seat]

    def moves(self, root, seed, seating, max_turns):
        """Return the moves and outcomes of a game that `play` plays with this seed and seating."""
        seats = root.seats
        rows = [np.zeros((1, seats), kind) for kind in (np.float64, np.int32, np.int32)]
        groups = np.zeros((1, COUNTED_GROUPS), np.int32)
        self.is_logging = True
        try:
            self.play(
                [root],
                np.array([seed], np.uint64),
                np.array([seating], np.int32),
                max_turns,
                rows[0],
                rows[1],
                np.zeros(1, np.int32),
                rows[2],
                groups,
            )
        finally:
            self.is_logging = False
        return [self.log.items[i] for i in range(groups.sum())]

    def play_one(self, state, max_turns):
        """Play one game after `begin`."""
        play_game(state, None, self.buffer, None, max_turns, None, self, True)
        return 0

    def note(self, number, move):
        """Log a move or outcome of a game that is kept."""
        if number >= self.log.capacity:
            self.log.reserve(2 * self.log.capacity)
        self.log.items[number] = move
        return 0

    def begin(self, seed, seating):
        """Get ready for a game with this seed; `seating` has the number of a policy for every seat."""
        self.seed = seed
        self.placed = 0
        for group in range(COUNTED_GROUPS):
            self.counts[group] = 0
        for seat in range(seating.shape[0]):
            self.decisions[seat] = 0
            self.seated[seat] = self.numbered[seating[seat]]
            self.kinds[seat] = cython.cast(Policy, self.seated[seat]).kind
            cython.cast(Random, self.streams[COUNTED_GROUPS + seat]).place(
                seed, self.agent_stream + seat, 0
            )
        return 0


# The one loop. Its two callers give `is_match` as a constant, so that the C compiler makes a loop for each:
# streams and policies by seat and counts by group are 6 % more instructions a move, for which a playout has
# no use.
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-2)
@cython.locals(
    state=State,
    random=Random,
    moves=MoveBuffer,
    policy=Policy,
    max_turns=cython.int,
    trace=Trace,
    match=NativeMatch,
    is_match=cython.bint,
)
def play_game(state, random, moves, policy, max_turns, trace, match, is_match) -> cython.longlong:
    """Play the state on to its end, or until `max_turns` turns are complete; return the moves made.

    Outcomes count as moves. Either a policy and a random are given, for all seats and for chance, or a
    match that has its own for each of them. A `trace` that is not None collects the moves of the seats.
    """
    count: cython.longlong = 0
    # A move completes one turn at most, so for some time the clock need not be read.
    early: cython.longlong = cython.cast(cython.longlong, 1) << 62
    if max_turns:
        early = max_turns - state.turn_c()
    kind = OTHER if is_match else policy.kind
    while True:
        mover = state.to_move_c()
        if mover == OVER or (count >= early and state.turn_c() >= max_turns):
            return count
        if mover == CHANCE:
            if is_match:
                group = state.chance_kind_c()
                if not (match.placed >> group) & 1:
                    match.placed |= 1 << group
                    cython.cast(Random, match.streams[group]).place(
                        match.seed, match.chance_stream + group, 0
                    )
                state.sample(cython.cast(Random, match.streams[group]), moves)
            else:
                state.sample(random, moves)
        elif is_match:
            match.decisions[mover] += 1
            kind = match.kinds[mover]
            # The two that every game brings along are asked directly.
            if kind == UNIFORM:
                state.random_move(cython.cast(Random, match.streams[COUNTED_GROUPS + mover]), moves)
            elif kind == GROUP_FIRST:
                state.random_by_group(cython.cast(Random, match.streams[COUNTED_GROUPS + mover]), moves)
            else:
                cython.cast(Policy, match.seated[mover]).choose(
                    state, cython.cast(Random, match.streams[COUNTED_GROUPS + mover]), moves
                )
        else:
            if kind == UNIFORM:
                state.random_move(random, moves)
            elif kind == GROUP_FIRST:
                state.random_by_group(random, moves)
            else:
                policy.choose(state, random, moves)
            if trace is not None:
                trace.add(mover, moves.items[0])
        if is_match:
            match.counts[(moves.items[0] >> GROUP_SHIFT) & 31] += 1
            if match.is_logging:
                match.note(count, moves.items[0])
        state.apply_c(moves.items[0])
        count += 1


def playout(state, random, moves, policy, max_turns, trace):
    """Play the state on by one policy for all seats; the rest is as in `play_game`."""
    return play_game(state, random, moves, policy, max_turns, trace, None, False)

"""Contests: whole games in which each seat is played by a native policy, without Python in the loop."""

import cython
import numpy as np

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import STREAMS

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.random import Random
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, OVER, State
    from catanlab.playout.policies import GROUP_FIRST, UNIFORM, Policy

    GROUPS, MOST_SEATS = 32, 16

__all__ = ["Contest"]


class Contest:
    """Plays games one after another; it holds all that a loop without Python needs.

    Draw number n of a group of outcomes is number n of that group's stream, and each seat has a stream of
    its own: two games with one seed have the same dice as long as they last, whoever plays.
    """

    def __init__(self, policies):
        for policy in policies:
            if not isinstance(policy, Policy):
                raise ArgumentError(f"{policy!r} is not a native policy")
        self.policies = list(policies)
        self.randoms = [Random() for _ in range(GROUPS + MOST_SEATS)]
        self.buffer = MoveBuffer()
        self.values = ValueBuffer()
        self.log = MoveBuffer()
        self.is_logging = False
        self.chance_stream = STREAMS["chance"]
        self.agent_stream = STREAMS["agent"]
        policy: Policy
        random: Random
        if cython.compiled:
            self.seated = cython.cast(
                cython.pp_void, malloc((len(self.policies) + 1) * cython.sizeof(cython.p_void))
            )
            if self.seated == cython.NULL:
                raise MemoryError
            for i in range(len(self.policies)):
                policy = self.policies[i]
                self.seated[i] = cython.cast(cython.p_void, policy)
            for i in range(GROUPS + MOST_SEATS):
                random = self.randoms[i]
                self.streams[i] = cython.cast(cython.p_void, random)
        else:
            self.seated, self.streams = self.policies, self.randoms

    def __dealloc__(self):
        if cython.compiled:
            free(self.seated)

    def play(self, roots, seeds, seatings, max_turns, returns, scores, turns, decisions, groups):
        """Play each root to its end and write what came of it into the arrays, a row each.

        `seeds` is uint64; `seatings` is int32 with the number of a policy for every seat; `returns` is
        float64, `scores` and `decisions` int32, with a column per seat; `turns` is int32; `groups` is int32
        and counts moves and outcomes in 32 columns. A game cut off after `max_turns` turns (0: never)
        returns 0 to all. The roots stay as they are. Raises ArgumentError for what does not fit.
        """
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
        if any(shape != (count, seats) for shape in shapes) or groups.shape != (count, GROUPS):
            raise ArgumentError(f"the arrays must have {count} rows, those of seats {seats} columns")
        if not len(seeds) == len(turns) == count:
            raise ArgumentError(f"the arrays must have {count} rows")
        if seats > MOST_SEATS:
            raise ArgumentError(f"a contest has at most {MOST_SEATS} seats, not {seats}")
        if count and not 0 <= seatings.min() <= seatings.max() < len(self.policies):
            raise ArgumentError(f"the policies are numbered 0 to {len(self.policies) - 1}")
        state: State
        for row in range(count):
            if roots[row].seats != seats:
                raise ArgumentError("the roots of a contest must all have as many seats")
            state = roots[row].copy()
            seed = int(seeds[row])
            with cython.nogil:
                self.play_one(state, row, seed, limit, who, choices, kinds)
                clock[row] = state.turn_c()
                self.values.reserve(seats)
                for seat in range(seats):
                    self.values.items[seat] = 0.0
                if state.to_move_c() == OVER:
                    state.returns_c(self.values)
                for seat in range(seats):
                    shares[row, seat] = self.values.items[seat]
                    points[row, seat] = state.score(seat)

    def moves(self, root, seed, seating, max_turns):
        """Return the moves and outcomes of a game that `play` plays with this seed and seating."""
        seats = root.seats
        rows = [np.zeros((1, seats), kind) for kind in (np.float64, np.int32, np.int32)]
        groups = np.zeros((1, GROUPS), np.int32)
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

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def play_one(self, state, row, seed, max_turns, who, decisions, groups):
        """Play one game to its end, or until `max_turns` turns are complete."""
        # Not the loop of playouts: streams by seat and by group of outcomes, policies by seat and counts by
        # group are 6 % more instructions a move, for which a plain playout has no use.
        counts = cython.declare(cython.int[32])
        made = cython.declare(cython.int[16])
        kinds = cython.declare(cython.int[16])
        seats: cython.int = who.shape[1]
        for i in range(GROUPS):
            counts[i] = 0
        for seat in range(seats):
            made[seat] = 0
            kinds[seat] = cython.cast(Policy, self.seated[who[row, seat]]).kind
            cython.cast(Random, self.streams[GROUPS + seat]).place(seed, self.agent_stream + seat, 0)
        placed: cython.uint = 0
        count: cython.longlong = 0
        early: cython.longlong = max_turns - state.turn_c() if max_turns else 0
        while True:
            mover = state.to_move_c()
            # A move completes one turn at most, so for some time the clock need not be read.
            if mover == OVER or (max_turns and count >= early and state.turn_c() >= max_turns):
                break
            if mover == CHANCE:
                group = state.chance_kind_c()
                if not (placed >> group) & 1:
                    placed |= 1 << group
                    cython.cast(Random, self.streams[group]).place(seed, self.chance_stream + group, 0)
                state.sample(cython.cast(Random, self.streams[group]), self.buffer)
            else:
                made[mover] += 1
                # The two that every game brings along are asked directly.
                if kinds[mover] == UNIFORM:
                    state.random_move(cython.cast(Random, self.streams[GROUPS + mover]), self.buffer)
                elif kinds[mover] == GROUP_FIRST:
                    state.random_by_group(cython.cast(Random, self.streams[GROUPS + mover]), self.buffer)
                else:
                    cython.cast(Policy, self.seated[who[row, mover]]).choose(
                        state, cython.cast(Random, self.streams[GROUPS + mover]), self.buffer
                    )
            move = self.buffer.items[0]
            counts[(move >> GROUP_SHIFT) & 31] += 1
            if self.is_logging:
                if count >= self.log.capacity:
                    self.log.reserve(2 * self.log.capacity)
                self.log.items[count] = move
            state.apply_c(move)
            count += 1
        for i in range(GROUPS):
            groups[row, i] = counts[i]
        for seat in range(seats):
            decisions[row, seat] = made[seat]
        return 0

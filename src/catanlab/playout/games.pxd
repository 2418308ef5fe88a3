cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, State
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.playout.evaluations cimport Evaluation
from catanlab.playout.policies cimport GROUP_FIRST, MAX_SEATS, OTHER, UNIFORM, Policy

cdef enum:
    SEAT_SHIFT = 59     # in a trace the seat of a move is above its group
    COUNTED_GROUPS = 32 # groups of moves and outcomes that a match counts

@cython.final
cdef class Trace:
    cdef MoveBuffer moves
    cdef i32 length
    cdef i32 add(self, i64 seat, i64 move) except -1 nogil

cdef i64 playout(
    State state, Random random, MoveBuffer moves, Policy policy, i32 max_turns, Trace trace
) except -2 nogil

@cython.final
cdef class Batch:
    cdef list states
    cdef void** items           # the same states, for a loop without Python
    cdef i32 count
    cdef i32 seats
    cdef u32 stream
    cdef Random random
    cdef MoveBuffer buffer
    cdef ValueBuffer values
    cdef i32 play(
        self,
        u64 seed,
        u64 first,
        Policy policy,
        i32 max_turns,
        Evaluation evaluation,
        double[:, ::1] returns,
        int[:, ::1] scores,
        int[::1] turns,
        long long[::1] moves,
    ) except -1 nogil

@cython.final
cdef class NativeMatch:
    cdef list policies
    cdef list randoms
    cdef void** numbered        # the policies, for a loop without Python
    cdef void* streams[48]      # the randoms: of groups of outcomes, then of seats
    cdef MoveBuffer buffer
    cdef ValueBuffer values
    cdef MoveBuffer log         # the moves of the last game, while it is kept
    cdef bint is_logging
    cdef u32 chance_stream
    cdef u32 agent_stream

    # of the game that is being played
    cdef u64 seed
    cdef u32 placed             # a bit for each group of outcomes whose stream has begun
    cdef void* seated[16]       # the policy of each seat
    cdef int kinds[16]          # and its kind
    cdef int decisions[16]      # how many moves each seat has made
    cdef int counts[32]         # how many moves and outcomes there were of each group

    cdef i32 play_one(self, State state, i32 max_turns) except -1 nogil
    cdef i32 note(self, i64 number, i64 move) except -1 nogil
    cdef i32 begin(self, u64 seed, int[::1] seating) except -1 nogil

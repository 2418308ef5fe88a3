cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, OVER, State
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.playout.evaluations cimport Evaluation
from catanlab.playout.policies cimport GROUP_FIRST, UNIFORM, Policy

cdef enum:
    SEAT_SHIFT = 59     # in a trace the seat of a move is above its group

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
    cdef void** items       # the same states, for a loop without Python
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

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, State
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.playout.policies cimport GROUP_FIRST, UNIFORM, Policy

cdef enum:
    GROUPS = 32         # of moves and outcomes that are counted
    MOST_SEATS = 16

@cython.final
cdef class Contest:
    cdef list policies
    cdef list randoms
    cdef void** seated          # the policies, for a loop without Python
    cdef void* streams[48]      # the randoms: of groups of outcomes, then of seats
    cdef MoveBuffer buffer
    cdef ValueBuffer values
    cdef MoveBuffer log         # the moves of the last game, while it is kept
    cdef bint is_logging
    cdef u32 chance_stream
    cdef u32 agent_stream
    cdef i32 play_one(
        self,
        State state,
        i32 row,
        u64 seed,
        i32 max_turns,
        int[:, ::1] who,
        int[:, ::1] decisions,
        int[:, ::1] groups,
    ) except -1 nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, MAX_GROUPS, State
from catanlab.framework.types cimport i32, i64

cdef enum:
    # kinds of policies
    OTHER = 0
    UNIFORM = 1
    GROUP_FIRST = 2

    MAX_SEATS = 16      # that a compiled function is given, and that a native match has

ctypedef i32 (*Chooser)(i64*, i32, i32, i32*, i32, i32, i64) noexcept nogil

cdef class Policy:
    cdef i32 kind
    cdef i32 choose(self, State state, Random random, MoveBuffer out) except -1 nogil

@cython.final
cdef class Uniform(Policy):
    pass

@cython.final
cdef class GroupFirst(Policy):
    pass

@cython.final
cdef class Weighted(Policy):
    cdef ValueBuffer weights        # by the number of the group, for all there can be

@cython.final
cdef class PlainPolicy(Policy):
    cdef object function

@cython.final
cdef class CompiledFunction(Policy):
    cdef object function            # kept so that its code is not freed
    cdef Chooser chooser
    cdef i32 ask(self, i64* moves, i32 count, i32 seat, i32* points, i32 seats, i32 turns, i64 bits) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, MOST_GROUPS, State
from catanlab.framework.types cimport i32

cdef enum:
    # kinds of policies
    OTHER = 0
    UNIFORM = 1
    GROUP_FIRST = 2

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

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.state cimport GROUP_SHIFT, State
from catanlab.framework.types cimport i32
from catanlab.framework.adapter cimport Wrapper

cdef enum:
    GROUPS = 32

cdef class Seeding:
    cdef i32 seed(
        self, State state, MoveBuffer moves, i32 count, ValueBuffer priors, ValueBuffer wins
    ) except -1 nogil

@cython.final
cdef class PlainSeeding(Seeding):
    cdef object function
    cdef Seeding others

@cython.final
cdef class GroupSeeding(Seeding):
    cdef double weights[32]
    cdef double virtual[32]
    cdef bint adds_up
    cdef MoveBuffer steps

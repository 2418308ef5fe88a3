cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.state cimport GROUP_SHIFT, State
from catanlab.framework.types cimport i32
from catanlab.framework.adapter cimport Wrapper

cdef enum:
    PRIOR_GROUPS = 32

cdef class Priors:
    cdef i32 estimate(
        self, State state, MoveBuffer moves, i32 count, ValueBuffer priors, ValueBuffer wins
    ) except -1 nogil

@cython.final
cdef class PlainPriors(Priors):
    cdef object function
    cdef Priors others

@cython.final
cdef class GroupPriors(Priors):
    cdef double weights[32]
    cdef double virtual[32]
    cdef bint adds_up
    cdef MoveBuffer steps

cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State

cdef class Sampler:
    cdef readonly object game
    cdef int draw(self, State state, Random random) except -1 nogil

@cython.final
cdef class FixedSampler(Sampler):
    cdef State state

@cython.final
cdef class PlainSampler(Sampler):
    cdef object view

cimport cython

from catanlab.framework.buffers cimport ValueBuffer
from catanlab.framework.state cimport OVER, State
from catanlab.framework.types cimport i32
from catanlab.playout.evaluations cimport Evaluation

cdef enum:
    WIN = 0
    POINTS = 1
    MIXED = 2
    SIGNED = 3

@cython.final
cdef class Rewards:
    cdef i32 kind
    cdef i32 seat
    cdef double win_weight
    cdef double points_weight
    cdef double scale
    cdef Evaluation evaluation
    cdef readonly double low
    cdef readonly double span
    cdef i32 give(self, State state, i32 seats, ValueBuffer out) except -1 nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State
from catanlab.framework.types cimport i32, i64
from catanlab.playout.policies cimport OTHER, Policy

cdef enum:
    MOST_SEATS = 16

ctypedef i32 (*Chooser)(i64*, i32, i32, i32*, i32, i32, i64) noexcept nogil

@cython.final
cdef class PlainPolicy(Policy):
    cdef object function

@cython.final
cdef class CompiledFunction(Policy):
    cdef object function        # kept, lest its code be freed
    cdef Chooser chooser
    cdef i32 ask(self, i64* moves, i32 count, i32 seat, i32* points, i32 seats, i32 turns, i64 bits) noexcept nogil

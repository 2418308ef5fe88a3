cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State
from catanlab.framework.types cimport i32, i64

cdef class Wrapper(State):
    cdef readonly State inner       # one and the same object for as long as the wrapper lives
    cdef i32 unfold(self, i64 move, MoveBuffer out) except -1 nogil

@cython.final
cdef class PlainState(State):
    cdef readonly object position

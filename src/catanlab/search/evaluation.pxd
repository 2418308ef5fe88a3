cimport cython

from catanlab.framework.buffers cimport ValueBuffer
from catanlab.framework.state cimport State
from catanlab.framework.types cimport i32

cdef class Evaluation:
    cdef i32 value(self, State state, ValueBuffer out) except -1 nogil

@cython.final
cdef class Nothing(Evaluation):
    pass

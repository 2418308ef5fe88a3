cimport cython

from catanlab.framework.buffers cimport ValueBuffer
from catanlab.framework.state cimport OVER, State
from catanlab.framework.types cimport i32

cdef class Evaluation:
    cdef i32 value(self, State state, ValueBuffer out) except -1 nogil

@cython.final
cdef class Nothing(Evaluation):
    pass

@cython.final
cdef class Points(Evaluation):
    cdef double scale

@cython.final
cdef class Leader(Evaluation):
    pass

@cython.final
cdef class PlainEvaluation(Evaluation):
    cdef object function

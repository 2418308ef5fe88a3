cimport cython

from catanlab.framework.buffers cimport ValueBuffer
<<<<<<< HEAD
from catanlab.framework.state cimport State
=======
from catanlab.framework.state cimport OVER, State
>>>>>>> 8c0e857163905de9ae7fff9567eee3b5d7eb92c0
from catanlab.framework.types cimport i32

cdef class Evaluation:
    cdef i32 value(self, State state, ValueBuffer out) except -1 nogil

@cython.final
cdef class Nothing(Evaluation):
    pass
<<<<<<< HEAD
=======

@cython.final
cdef class Points(Evaluation):
    cdef double scale

@cython.final
cdef class Leader(Evaluation):
    pass

@cython.final
cdef class PlainEvaluation(Evaluation):
    cdef object function
>>>>>>> 8c0e857163905de9ae7fff9567eee3b5d7eb92c0

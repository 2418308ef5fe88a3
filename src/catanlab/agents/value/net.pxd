cimport cython

from catanlab.agents.value.features cimport FEATURES
from catanlab.framework.buffers cimport ValueBuffer
from catanlab.framework.types cimport i32

cdef enum:
    HIDDEN = 64         # units of the first layer
    SECOND = 32         # and of the second

@cython.final
cdef class Net:
    cdef float first[11008]         # feature * HIDDEN + unit
    cdef float first_bias[64]
    cdef float second[2048]         # unit of the first layer * SECOND + unit
    cdef float second_bias[32]
    cdef float last[32]
    cdef float last_bias
    cdef double chance(self, ValueBuffer features) noexcept nogil

cdef double logistic(double x) noexcept nogil

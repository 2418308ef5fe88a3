cimport cython

from catanlab.framework.state cimport State

@cython.final
cdef class PlainState(State):
    cdef readonly object position

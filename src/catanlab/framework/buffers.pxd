cimport cython

from catanlab.framework.types cimport i32, i64

cdef enum:
    ROOM = 512      # what every buffer of moves holds, so that most writers need not ask

@cython.final
cdef class MoveBuffer:
    cdef i64* items
    cdef i32 capacity
    cdef i32 reserve(self, i32 size) except -1 nogil

@cython.final
cdef class ValueBuffer:
    cdef double* items
    cdef i32 capacity
    cdef i32 reserve(self, i32 size) except -1 nogil

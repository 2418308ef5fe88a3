cimport cython

from catanlab.framework.types cimport i32, i64, u32, u64

cdef extern from * nogil:
    """
    #define CATANLAB_FIBONACCI 0x9E3779B97F4A7C15ULL
    """
    u64 MULTIPLIER "CATANLAB_FIBONACCI"

@cython.final
cdef class MoveSet:
    cdef i64* keys
    cdef u64* stamps
    cdef u64 stamp
    cdef i32 bits
    cdef i32 size
    cdef void clear(self) noexcept nogil
    cdef i32 add(self, i64 key) except -1 nogil
    cdef bint has(self, i64 key) noexcept nogil
    cdef u32 place(self, i64 key) noexcept nogil
    cdef i32 build(self, i32 bits) except -1 nogil
    cdef i32 grow(self) except -1 nogil

cimport cython

from catanlab.framework.types cimport i32, i64, u64

cdef extern from * nogil:
    i32 popcount "__builtin_popcountll"(u64 mask)
    i32 lowest_bit "__builtin_ctzll"(u64 mask)

cdef inline u64 drop_lowest(u64 mask, i32 count) noexcept nogil:
    # The first three go without a branch, as a random count would mislead the processor's guesses.
    mask &= mask - (count > 0)
    mask &= mask - (count > 1)
    mask &= mask - (count > 2)
    while count > 3:
        mask &= mask - 1
        count -= 1
    return mask

cdef enum:
    MIN_CAPACITY = 512      # moves that fit into every buffer, so that most writers need not reserve

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

from catanlab.framework.types cimport i32, u64

cdef extern from * nogil:
    i32 popcount "__builtin_popcountll"(u64 mask)
    i32 lowest_bit "__builtin_ctzll"(u64 mask)

cimport cython

from catanlab.framework.types cimport i32, u32, u64

cdef extern from * nogil:
    """
    #define CATANLAB_M32 0xFFFFFFFFULL
    #define CATANLAB_M64 0xFFFFFFFFFFFFFFFFULL
    #define CATANLAB_MULTIPLIER_0 0xD2511F53ULL
    #define CATANLAB_MULTIPLIER_1 0xCD9E8D57ULL
    #define CATANLAB_WEYL_0 0x9E3779B9ULL
    #define CATANLAB_WEYL_1 0xBB67AE85ULL
    """
    u64 M32 "CATANLAB_M32"
    u64 M64 "CATANLAB_M64"
    u64 MULTIPLIER_0 "CATANLAB_MULTIPLIER_0"
    u64 MULTIPLIER_1 "CATANLAB_MULTIPLIER_1"
    u64 WEYL_0 "CATANLAB_WEYL_0"
    u64 WEYL_1 "CATANLAB_WEYL_1"

@cython.final
cdef class Random:
    cdef u64 a
    cdef u64 b
    cdef u64 c
    cdef u64 d
    cdef void place(self, u64 seed, u32 stream, u64 index) noexcept nogil
    cdef u64 next(self) noexcept nogil
    cdef i32 pick(self, i32 bound) noexcept nogil
    cdef i32 draw(self, i32 bound) noexcept nogil
    cpdef i32 below(self, i32 bound) except -1 nogil
    cpdef double uniform(self) noexcept nogil

cdef u64 philox(u64 key, u64 low, u64 high, i32 half) noexcept nogil

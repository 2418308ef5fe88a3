cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.playout.games cimport SEAT_SHIFT, Trace
from catanlab.search.tree cimport GROUP_NODE, Tree
from catanlab.search.tree_policies.base cimport (
    TreePolicy,
    begin_choice,
    compare_with_ties,
    log_count,
    log_trials,
    unvisited,
)

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

cdef enum:
    # what is kept for each node, all moves as first
    COUNT = 0
    MEAN = 1

@cython.final
cdef class Rave(TreePolicy):
    cdef readonly double k
    cdef readonly double bias
    cdef readonly double c
    cdef bint by_error
    cdef MoveSet made
    cdef i32 unknown(self, Tree tree, i32* children, i32 count, Random random) noexcept nogil
    cdef double beta(self, i32 visits, double count) noexcept nogil
    cdef i32 credit(self, Tree tree, i32 node, ValueBuffer rewards) except -1 nogil
    cdef i64 key(self, Tree tree, i32 node) noexcept nogil

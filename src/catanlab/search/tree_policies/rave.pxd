cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64
from catanlab.search.move_set cimport MoveSet
from catanlab.playout.playouts cimport SEAT_SHIFT, Trace
from catanlab.search.tree cimport GROUP_NODE, Tree
from catanlab.search.tree_policies.base cimport TreePolicy, log_count, log_trials, unvisited

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

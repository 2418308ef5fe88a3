from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.playout.playouts cimport Trace
from catanlab.search.tree cimport Tree

cdef class TreePolicy:
    cdef public i32 width       # how many numbers it keeps for every node, in tree.extras
    cdef public bint updates    # whether `update` is to be called
    cdef public bint learns     # whether `learn` is to be called
    cdef public double low      # the least reward there can be
    cdef public double span     # and how far above it the greatest is
    cdef i32 choose(
        self, Tree tree, i32 node, i32* children, i32 count, i32 seat, Random random
    ) except -1 nogil
    cdef i32 update(self, Tree tree, i32 node, double reward) except -1 nogil
    cdef i32 learn(
        self, Tree tree, MoveBuffer path, i32 length, Trace trace, ValueBuffer rewards
    ) except -1 nogil

cdef i32 unvisited(Tree tree, i32* children, i32 count, Random random) noexcept nogil
cdef i32 likeliest_unvisited(Tree tree, i32* children, i32 count, Random random) noexcept nogil

cdef inline double log_trials(Tree tree, i32 node, i32 child, double log_visits) noexcept nogil:
    return log_count(tree.available[child]) if tree.available[child] else log_visits

cdef double log_count(i32 count) noexcept nogil

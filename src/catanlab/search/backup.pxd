cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.types cimport i32
from catanlab.playout.playouts cimport Trace
from catanlab.search.tree cimport (
    CHANCE_NODE,
    DECISION,
    DRAWN_NODE,
    GROUP_NODE,
    LEAF,
    MIXED_NODE,
    NEW,
    NOBODY,
    Tree,
)
from catanlab.search.tree_policies.base cimport TreePolicy

cdef enum:
    AVERAGE = 0
    BEST = 1
    BLEND = 2

@cython.final
cdef class Backup:
    cdef readonly bint keeps_averages   # whether it needs a tree that has them
    cdef TreePolicy tree_policy
    cdef i32 kind
    cdef double blend
    cdef bint expects                   # chance nodes are worth their expectation
    cdef double high                    # what a virtual win is worth

    cdef i32 back_up(
        self, Tree tree, MoveBuffer path, ValueBuffer weights, i32 length, ValueBuffer gains, Trace trace
    ) except -1 nogil
    cdef void take_best(self, Tree tree, i32 node) noexcept nogil
    cdef void take_expectation(self, Tree tree, i32 node) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport OVER, State
from catanlab.framework.types cimport i32
from catanlab.playout.evaluations cimport Evaluation, Leader
from catanlab.playout.games cimport Trace, playout
from catanlab.playout.policies cimport Policy
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
    # kinds of rewards
    WIN = 0
    POINTS = 1
    MIXED = 2
    SIGNED = 3

    # kinds of backups
    AVERAGE = 0
    BEST = 1
    BLEND = 2

@cython.final
cdef class Rewards:
    cdef i32 kind
    cdef i32 seat
    cdef double win_weight
    cdef double points_weight
    cdef double scale
    cdef Evaluation evaluation
    cdef bint has_draws                 # at a cut, less than a whole win is a draw
    cdef readonly double low            # the least reward there can be
    cdef readonly double span           # and how far above it the greatest is
    cdef i32 give(self, State state, i32 seats, ValueBuffer out) except -1 nogil

@cython.final
cdef class Ending:
    cdef Policy policy
    cdef Rewards rewards
    cdef Random random
    cdef i32 seats
    cdef i32 cut                        # turns of a playout; -1: to the end
    cdef MoveBuffer moves
    cdef ValueBuffer gains              # the reward of each seat in the last simulation
    cdef Trace trace                    # the moves of its playout, or None if the tree policy does not need them
    cdef i32 finish(self, State state) except -1 nogil

@cython.final
cdef class Backup:
    cdef readonly bint keeps_averages   # whether it needs a tree that has them
    cdef TreePolicy tree_policy
    cdef i32 kind
    cdef double blend
    cdef bint expects                   # the value of a chance node is its expectation
    cdef double high                    # the reward of a virtual win

    cdef i32 back_up(
        self, Tree tree, MoveBuffer path, ValueBuffer weights, i32 length, ValueBuffer gains, Trace trace
    ) except -1 nogil
    cdef void take_best(self, Tree tree, i32 node) noexcept nogil
    cdef void take_expectation(self, Tree tree, i32 node) noexcept nogil

cimport cython

from catanlab.framework.adapter cimport Wrapper
from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport GROUP_SHIFT, State
from catanlab.framework.types cimport i32, i64, u64
from catanlab.search.tree cimport DECISION, GROUP_NODE, INNER, SHARED_GROUPS, NEW, Tree
from catanlab.search.tree_policies.base cimport TreePolicy

cdef enum:
    PRIOR_GROUPS = 32

cdef class Priors:
    cdef bint has_values            # virtual visits are worth something else than a win
    cdef ValueBuffer values         # what they are worth, by listed move
    cdef i32 estimate(
        self, State state, MoveBuffer moves, i32 count, ValueBuffer priors, ValueBuffer wins
    ) except -1 nogil

@cython.final
cdef class PlainPriors(Priors):
    cdef object function
    cdef Priors others

@cython.final
cdef class HeuristicPriors(Priors):
    cdef object function
    cdef Priors others

@cython.final
cdef class GroupPriors(Priors):
    cdef double weights[32]
    cdef double virtual[32]
    cdef bint adds_up
    cdef MoveBuffer steps

@cython.final
cdef class Candidates:
    cdef State state                # the position of the simulation
    cdef Random random
    cdef Priors priors
    cdef TreePolicy tree_policy
    cdef double high                # the reward of a virtual win
    cdef i32 seat                   # that searches
    cdef i32 seats
    cdef bint varies                # the moves at a node are not always the same
    cdef bint counts                # count how often a child could be chosen
    cdef bint masks                 # moves of others stand in the tree as the seat sees them

    cdef i32* children              # the candidates: `found`, or all children of a node
    cdef i32* found
    cdef i32 room
    cdef MoveBuffer options         # the true moves of the children that were found
    cdef MoveBuffer alike           # and how many moves look like each of them
    cdef MoveBuffer listed          # moves of the position
    cdef MoveBuffer masked          # a move as the seat sees it
    cdef ValueBuffer weights        # priors and virtual wins of the listed moves
    cdef ValueBuffer wins
    cdef i64 last_group             # while groups are gone through: the last, and all met so far
    cdef u64 met

    cdef bint has_values(self)
    cdef i32 gather(self, Tree tree, i32 node, i32 mover, i64 group) except -1 nogil
    cdef i32 gather_groups(self, Tree tree, i32 node, i32 mover) except -1 nogil
    cdef i32 take_all(self, Tree tree, i32 node) noexcept nogil
    cdef i32 new_child(self, Tree tree, i32 node, i64 move, i32 mover, i32 place) except -1 nogil
    cdef i32 keep_tried(self, Tree tree, i32 count) except -1 nogil
    cdef i32 count_moves(self, Tree tree, i32 listed, i64 group) noexcept nogil
    cdef i32 count_groups(self, Tree tree, i32 listed) noexcept nogil
    cdef bint is_new_group(self, i64 group) noexcept nogil
    cdef bint is_too_many(self, Tree tree, i32 wanted) noexcept nogil
    cdef bint is_at_root(self, Tree tree, i32 node) noexcept nogil
    cdef bint is_merged(self, Tree tree, i64 move, i64 seen, i32 count) noexcept nogil
    cdef i32 hold(self, i32 size) except -1 nogil

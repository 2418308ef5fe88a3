cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport Sampler
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, State
from catanlab.framework.types cimport i32, i64
from catanlab.search.backup cimport Backup
from catanlab.playout.playouts cimport Trace, playout
from catanlab.playout.policies cimport UNIFORM, Policy
from catanlab.search.rewards cimport Rewards
from catanlab.search.priors cimport Seeding
from catanlab.search.tree cimport CHANCE_NODE, DECISION, DRAWN_NODE, GROUP_NODE, INNER, LEAF, MIXED_NODE, NEW, NOBODY, Tree
from catanlab.search.tree_policies.base cimport TreePolicy

# models of chance
cdef enum:
    NODES = 0
    SAMPLED = 1
    GROUPED = 2
    LITERAL = 3
    OPEN = 4

@cython.final
cdef class Simulation:
    cdef readonly Tree tree
    cdef readonly i64 done          # simulations so far
    cdef readonly i64 steps         # nodes they went through
    cdef readonly i32 deepest       # the most of one
    cdef readonly i64 refused       # children not made because the tree was full
    cdef State state                # what the simulations play on
    cdef State plain                # the same, or what is inside it if its moves are compound
    cdef Sampler sampler
    cdef TreePolicy tree_policy
    cdef Policy policy
    cdef Rewards rewards
    cdef Seeding seeding
    cdef Backup backup
    cdef Random random
    cdef MoveBuffer listed          # moves of a position
    cdef MoveBuffer options         # moves that can be chosen, beside `candidates`
    cdef MoveBuffer path
    cdef ValueBuffer weights        # beside the path: chance of what was drawn on the way to a node
    cdef ValueBuffer gains
    cdef ValueBuffer chances
    cdef ValueBuffer wins
    cdef Trace trace
    cdef MoveBuffer masked          # what the seat sees of a move
    cdef MoveBuffer alike           # beside `options`: how many moves look like it
    cdef i32* candidates
    cdef i32* children              # what can be chosen: candidates, or all children of a node
    cdef i32 room
    cdef i32 length
    cdef double weight
    cdef bint is_plain
    cdef i32 seat
    cdef i32 seats
    cdef i32 chance
    cdef bint merges                # chance has no nodes
    cdef bint varies                # what can be chosen at a node is not always the same
    cdef bint counts                # count how often a child could be chosen
    cdef bint masks                 # key on what the seat sees
    cdef bint by_group
    cdef i32 threshold
    cdef bint threshold_child
    cdef i32 expand_after
    cdef i32 cut

    cdef i32 simulate(self, Tree tree, State state) except -1 nogil
    cdef i32 enter(self, i32 node) except -1 nogil
    cdef i32 draw_outcome(self, State state) except -1 nogil
    cdef i32 outcome_child(self, Tree tree, State state, i32 node) except -1 nogil
    cdef double chance_of(self, State state, i64 seen) except -1 nogil
    cdef i32 note_chance(self, Tree tree, i32 node, i32 child, double chance) noexcept nogil
    cdef bint is_at_root(self, Tree tree, i32 node) noexcept nogil
    cdef i32 decide(self, Tree tree, i32 node, i32 mover) except -1 nogil
    cdef i32 play_any(self, State state, i64 group) except -1 nogil
    cdef i32 select(self, i32 node, i32 count, i32 mover) except -1 nogil
    cdef i32 select_below_threshold(self, i32 count) noexcept nogil
    cdef i32 select_by_playout(self, i32 count) except -1 nogil
    cdef i32 take_all(self, Tree tree, i32 node) noexcept nogil
    cdef i32 gather_groups(self, Tree tree, i32 node, i32 mover) except -1 nogil
    cdef i32 gather(self, Tree tree, i32 node, i32 mover, i64 group) except -1 nogil
    cdef i32 count_moves(self, i32 listed, i64 group) noexcept nogil
    cdef i32 count_groups(self, i32 listed) noexcept nogil
    cdef bint is_too_many(self, Tree tree, i32 wanted) noexcept nogil
    cdef bint is_merged(self, i64 move, i64 seen, i32 count) noexcept nogil
    cdef i32 new_child(self, Tree tree, i32 node, i64 move, i32 mover, i32 place) except -1 nogil
    cdef i32 hold(self, i32 size) except -1 nogil
    cdef i32 finish(self, State state) except -1 nogil

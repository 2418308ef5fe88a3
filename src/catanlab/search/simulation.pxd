cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, Sampler, State
from catanlab.framework.types cimport i32, i64
from catanlab.playout.policies cimport UNIFORM, Policy
from catanlab.search.backup cimport Backup, Ending
from catanlab.search.candidates cimport Candidates
from catanlab.search.tree cimport (
    CHANCE_NODE,
    DECISION,
    DRAWN_NODE,
    INNER,
    LEAF,
    MIXED_NODE,
    NEW,
    NOBODY,
    Tree,
)
from catanlab.search.tree_policies.base cimport TreePolicy

cdef extern from * nogil:
    """
    #include <time.h>

    static double catanlab_now(void)
    {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    }
    """
    double now "catanlab_now"() # seconds on a clock that is never set

# models of chance
cdef enum:
    NODES = 0
    SAMPLED = 1
    GROUPED = 2
    LITERAL = 3
    OPEN = 4

@cython.final
cdef class ChanceModel:
    cdef i32 kind
    cdef bint merges                # outcomes have no nodes
    cdef bint masks                 # outcomes stand in the tree as the seat sees them
    cdef i32 seat
    cdef Random random
    cdef MoveBuffer listed
    cdef MoveBuffer masked          # an outcome as the seat sees it
    cdef ValueBuffer probabilities
    cdef double play(self, State state) except -1 nogil
    cdef i32 play_to_child(self, Tree tree, State state, i32 node) except -1 nogil
    cdef double chance_of(self, State state, i64 seen) except -1 nogil
    cdef void note_chance(self, Tree tree, i32 node, i32 child, double chance) noexcept nogil

@cython.final
cdef class Simulation:
    cdef readonly Tree tree
    cdef readonly i64 done          # simulations so far
    cdef readonly i64 steps         # nodes they went through
    cdef readonly i32 deepest       # the most of one
    cdef State state                # the simulations play on it
    cdef State plain                # the same, or the state inside it if its moves are compound
    cdef bint is_plain
    cdef Sampler sampler
    cdef Random random
    cdef i32 seat

    # the parts: candidates, choice, chance, playout, the way up
    cdef Candidates candidates
    cdef TreePolicy tree_policy
    cdef Policy policy
    cdef ChanceModel chance
    cdef Ending ending
    cdef Backup backup

    cdef MoveBuffer path            # the nodes of the simulation
    cdef ValueBuffer weights        # for each of them the probability of the outcomes on the way to it
    cdef i32 length
    cdef double weight
    cdef MoveBuffer listed

    cdef bint masks                 # moves stand in the tree as the seat sees them
    cdef bint by_group
    cdef i32 threshold
    cdef bint threshold_child
    cdef i32 expand_after

    cdef i32 select_again(self, i32 node, i32 count, bint among_tried) except -1
    cdef i32 simulate(self, Tree tree, State state) except -1 nogil
    cdef i32 enter(self, i32 node) except -1 nogil
    cdef i32 decide(self, Tree tree, i32 node, i32 mover) except -1 nogil
    cdef i32 play_any(self, State state, i64 group) except -1 nogil
    cdef i64 move_at(self, Tree tree, i32 place) noexcept nogil
    cdef i32 select(self, Tree tree, i32 node, i32 count, i32 mover) except -1 nogil
    cdef i32 select_below_threshold(self, Tree tree, i32 count) noexcept nogil
    cdef i32 select_by_playout(self, Tree tree, i32 count) except -1 nogil

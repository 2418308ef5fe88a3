cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32, i64
from catanlab.playout.games cimport Trace
from catanlab.search.tree cimport NOBODY, Tree

cdef class TreePolicy:
    cdef public i32 width       # how many numbers it keeps for every node, in tree.extras
    cdef public bint updates    # whether `update` is to be called
    cdef public bint learns     # whether `learn` is to be called
    cdef bint keeps_rewards     # whether `update` keeps how often each reward came, virtual visits included
    cdef public double low      # the least reward there can be
    cdef public double span     # and how far above it the greatest is

    # the best child so far, while a policy goes through them
    cdef i32 best
    cdef i32 ties
    cdef double highest
    cdef char apart[64]         # so that no other thread's policy shares the cache line that a choice writes

    cdef i32 choose(
        self, Tree tree, i32 node, i32* children, i32 count, i32 seat, Random random
    ) except -1 nogil
    cdef i32 update(self, Tree tree, i32 node, double reward) except -1 nogil
    cdef i32 learn(
        self, Tree tree, MoveBuffer path, i32 length, Trace trace, ValueBuffer rewards
    ) except -1 nogil

# The arg-max of all tree policies, inline so that it costs no call: `begin_choice`, then a comparison for
# each child, then `policy.best`. Their twins for plain Python are in base.py.

cdef inline void begin_choice(TreePolicy policy) noexcept nogil:
    policy.best = 0
    policy.ties = 0
    policy.highest = -1e300

cdef inline void compare(TreePolicy policy, i32 place, double score) noexcept nogil:
    if score > policy.highest:
        policy.best = place
        policy.highest = score

cdef inline void compare_with_ties(TreePolicy policy, i32 place, double score, Random random) noexcept nogil:
    if score > policy.highest:
        policy.best = place
        policy.highest = score
        policy.ties = 1
    elif score == policy.highest:
        policy.ties += 1
        if random.pick(policy.ties) == 0:
            policy.best = place

cdef inline double log_trials(Tree tree, i32 child, double log_visits) noexcept nogil:
    return log_count(tree.available[child]) if tree.available[child] else log_visits

cdef double log_count(i32 count) noexcept nogil
cdef i32 unvisited(Tree tree, i32* children, i32 count, Random random) noexcept nogil
cdef i32 likeliest_unvisited(Tree tree, i32* children, i32 count, Random random) noexcept nogil

@cython.final
cdef class Branch:
    cdef readonly i32 node
    cdef readonly i64 move
    cdef readonly i32 visits
    cdef readonly double value
    cdef readonly double spread
    cdef readonly double prior
    cdef readonly i32 available

@cython.final
cdef class PlainTreePolicy(TreePolicy):
    cdef readonly object plain
    cdef i32 ask(self, Tree tree, i32 node, i32* children, i32 count, i32 seat, Random random) except -1

cdef Branch branch(Tree tree, i32 node, i32 seat)

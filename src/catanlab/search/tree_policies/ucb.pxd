cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport (
    TreePolicy,
    begin_choice,
    compare,
    compare_with_ties,
    likeliest_unvisited,
    log_count,
    log_trials,
    unvisited,
)

@cython.final
cdef class Uct(TreePolicy):
    cdef readonly double c
    cdef readonly bint total

@cython.final
cdef class UcbTuned(TreePolicy):
    pass

@cython.final
cdef class ProgressiveBias(TreePolicy):
    cdef readonly double c
    cdef readonly double weight

@cython.final
cdef class Puct(TreePolicy):
    cdef readonly double c
    cdef readonly double fpu
    cdef bint is_fixed

@cython.final
cdef class Widening(TreePolicy):
    cdef readonly double c
    cdef readonly double width_c
    cdef readonly double width_a
    cdef i32 wide(self, i32 visits, i32 count) noexcept nogil
    cdef i32 next_likeliest(self, Tree tree, i32* children, i32 count, i32 last) noexcept nogil

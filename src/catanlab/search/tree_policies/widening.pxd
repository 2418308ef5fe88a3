cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport TreePolicy, log_count, log_trials

@cython.final
cdef class Widening(TreePolicy):
    cdef readonly double c
    cdef readonly double width_c
    cdef readonly double width_a
    cdef i32 wide(self, i32 visits, i32 count) noexcept nogil
    cdef i32 next_likeliest(self, Tree tree, i32* children, i32 count, i32 last) noexcept nogil

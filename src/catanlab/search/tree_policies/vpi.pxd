cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport begin_choice, compare_with_ties
from catanlab.search.tree_policies.bayes cimport DirichletPolicy, gamma

cdef double excess(double mean, double deviation) noexcept nogil

@cython.final
cdef class Vpi(DirichletPolicy):
    cdef bint is_sampled
    cdef readonly i32 samples
    cdef double gain(self, Tree tree, i32 child, double bar, double sign, Random random) noexcept nogil
    cdef double sampled_gain(
        self, Tree tree, i32 child, double bar, double sign, Random random
    ) noexcept nogil

cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.distributions cimport gamma
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.dirichlet cimport DirichletPolicy

cdef double excess(double mean, double deviation) noexcept nogil

@cython.final
cdef class Vpi(DirichletPolicy):
    cdef bint is_sampled
    cdef readonly i32 samples
    cdef double gain(self, Tree tree, i32 child, double bar, double sign, Random random) noexcept nogil
    cdef double sampled_gain(
        self, Tree tree, i32 child, double bar, double sign, Random random
    ) noexcept nogil

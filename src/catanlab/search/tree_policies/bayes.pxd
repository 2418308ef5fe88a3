cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport (
    TreePolicy,
    begin_choice,
    compare,
    log_count,
    log_trials,
    unvisited,
)

cdef enum:
    # what sigma is
    REWARD = 0
    EXPECTED = 1
    NONE = 2
    MEAN = 3

cdef double normal(Random random) noexcept nogil
cdef double gamma(Random random, double shape) noexcept nogil
cdef double beta(Random random, double a, double b) noexcept nogil

cdef class DirichletPolicy(TreePolicy):
    cdef readonly double alpha
    cdef readonly i32 support
    cdef bint has_least
    cdef bint has_most
    cdef double least
    cdef double most

    # what `look` found
    cdef double mean
    cdef double variance
    cdef double weight
    cdef char beyond[64]        # as `apart` in TreePolicy

    cdef double lowest(self) noexcept nogil
    cdef double step(self) noexcept nogil
    cdef double virtual(self, Tree tree, i32 node) noexcept nogil
    cdef void look(self, Tree tree, i32 node) noexcept nogil

@cython.final
cdef class BayesianUct(DirichletPolicy):
    cdef i32 form

@cython.final
cdef class Thompson(TreePolicy):
    cdef readonly bint reshape
    cdef readonly bint floor
    cdef readonly double a
    cdef readonly double b
    cdef double phi(self, double log_visits, i32 visits, double smallest) noexcept nogil

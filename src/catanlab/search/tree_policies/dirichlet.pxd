from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport TreePolicy

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

    cdef double lowest(self) noexcept nogil
    cdef double step(self) noexcept nogil
    cdef double virtual(self, Tree tree, i32 node) noexcept nogil
    cdef void look(self, Tree tree, i32 node) noexcept nogil

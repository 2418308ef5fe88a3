cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.distributions cimport beta
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport TreePolicy, log_count, log_trials, unvisited

@cython.final
cdef class Thompson(TreePolicy):
    cdef readonly bint reshape
    cdef readonly bint floor
    cdef readonly double a
    cdef readonly double b
    cdef double phi(self, double log_visits, i32 visits, double smallest) noexcept nogil

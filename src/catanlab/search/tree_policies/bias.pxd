cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport TreePolicy, likeliest_unvisited, log_count, log_trials

@cython.final
cdef class ProgressiveBias(TreePolicy):
    cdef readonly double c
    cdef readonly double weight

cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport TreePolicy, log_count, log_trials, unvisited

@cython.final
cdef class UcbTuned(TreePolicy):
    pass

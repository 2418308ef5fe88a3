cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport log_count, log_trials, unvisited
from catanlab.search.tree_policies.dirichlet cimport DirichletPolicy

cdef enum:
    # what sigma is
    REWARD = 0
    NONE = 1
    MEAN = 2

@cython.final
cdef class BayesianUct(DirichletPolicy):
    cdef i32 form

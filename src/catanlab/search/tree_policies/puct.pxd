cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32
from catanlab.search.tree cimport Tree
from catanlab.search.tree_policies.base cimport TreePolicy

@cython.final
cdef class Puct(TreePolicy):
    cdef readonly double c
    cdef readonly double fpu
    cdef bint is_fixed

cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32, i64
from catanlab.search.tree cimport NOBODY, Tree
from catanlab.search.tree_policies.base cimport TreePolicy

@cython.final
cdef class Branch:
    cdef readonly i32 node
    cdef readonly i64 move
    cdef readonly i32 visits
    cdef readonly double value
    cdef readonly double spread
    cdef readonly double prior
    cdef readonly i32 available

@cython.final
cdef class PlainTreePolicy(TreePolicy):
    cdef readonly object plain
    cdef i32 ask(self, Tree tree, i32 node, i32* children, i32 count, i32 seat, Random random) except -1

cdef Branch branch(Tree tree, i32 node, i32 seat)

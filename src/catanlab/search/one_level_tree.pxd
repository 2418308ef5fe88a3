cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32, i64
from catanlab.search.backup cimport Backup
from catanlab.playout.games cimport Trace
from catanlab.search.tree cimport DECISION, INNER, Tree
from catanlab.search.tree_policies.base cimport TreePolicy

@cython.final
cdef class OneLevelTree:
    cdef readonly Tree tree
    cdef readonly i32 arms
    cdef readonly i32 seat
    cdef TreePolicy policy
    cdef Backup backup
    cdef MoveBuffer path
    cdef ValueBuffer weights
    cdef ValueBuffer gains
    cdef ValueBuffer win_rates
    cdef Trace trace            # stays empty: nothing follows a pull
    cdef i32* offered
    cdef i32 pull(self, i64 pulls, Random random) except -1 nogil
    cdef i32 pay(self, Tree tree, i32 node, double value) except -1 nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.state cimport CHANCE, OVER, State
from catanlab.framework.types cimport i32, i64

cdef enum:
    SIGNALS_AT = 4      # plies above the leaves where Ctrl-C is looked for: often enough, and it costs nothing

@cython.final
cdef class Level:
    cdef State state
    cdef MoveBuffer moves
    cdef ValueBuffer probabilities
    cdef Level below            # None at the last
    cdef i32 depth              # plies from here to the leaves
    cdef i64 leaves
    cdef i32 list_moves(self) except -1 nogil
    cdef i32 count(self) except -1 nogil

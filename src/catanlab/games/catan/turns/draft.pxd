cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64
from catanlab.games.catan.turns.codes cimport MOST_STEPS
from catanlab.games.catan.turns.sequences cimport Sequences, code_of

@cython.final
cdef class Draft:
    cdef Sequences table
    cdef MoveBuffer steps       # the turn that is being written
    cdef i32 length
    cdef MoveBuffer listed      # the codes of the turns found
    cdef i32 count
    cdef i32 cap                # how many turns a list may have
    cdef bint full              # more than that were found
    cdef MoveBuffer sorted
    cdef void begin(self) noexcept nogil
    cdef i32 add(self, i64 code) except -1 nogil
    cdef void push(self, i64 move) noexcept nogil
    cdef i32 emit(self) except -1 nogil
    cdef i32 sort(self) except -1 nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.types cimport i32, i64, u64

cdef enum:
    MEMO_SLOTS = 512            # no more than the room of every buffer
    MOST_CODES = 65536          # before it is emptied

@cython.final
cdef class Memo:
    cdef MoveBuffer keys        # by slot
    cdef MoveBuffer places      # by slot: where the codes begin, and how many in the lowest 16 bits; 0: empty
    cdef MoveBuffer codes
    cdef i32 used
    cdef i32 start              # of the list that was found or stored last
    cdef i32 count
    cdef i32 clear(self) except -1 nogil
    cdef bint find(self, u64 key) noexcept nogil
    cdef i32 store(self, u64 key, MoveBuffer codes, i32 count) except -1 nogil

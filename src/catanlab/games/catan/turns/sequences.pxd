cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport GROUP_SHIFT, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.turns.codes cimport *

cdef inline u64 mixed(u64 hash_, u64 value) noexcept nogil:
    hash_ = (hash_ ^ value) * MIXER
    return hash_ ^ (hash_ >> 29)

cdef i64 code_of(MoveBuffer steps, i32 length) noexcept nogil

@cython.final
cdef class Sequences:
    cdef MoveBuffer steps       # of all sequences, one after the other
    cdef MoveBuffer codes       # by slot; 0 where it is empty
    cdef MoveBuffer places      # by slot: where the steps begin, and how many there are in the lowest byte
    cdef i32 size               # of the slots, a power of two
    cdef i32 count
    cdef i32 used               # steps
    cdef i32 clear(self) except -1 nogil
    cdef i32 find(self, i64 code) noexcept nogil
    cdef i32 keep(self, i64 code, MoveBuffer steps, i32 length) except -1 nogil
    cdef i32 read(self, i64 code, MoveBuffer out) except -1 nogil
    cdef i32 grow(self) except -1 nogil

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

cdef enum:
    MEMO_SLOTS = 512            # no more than the capacity of every buffer
    MAX_CODES = 65536           # in a memo before it is emptied

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

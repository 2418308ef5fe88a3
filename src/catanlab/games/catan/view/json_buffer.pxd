cimport cython

from catanlab.framework.buffers cimport lowest_bit
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.hands cimport held

cdef tuple RESOURCE_NAMES       # with quotes and a comma
cdef tuple CARD_NAMES

@cython.final
cdef class JsonBuffer:
    cdef char* data
    cdef i32 size
    cdef i32 capacity

    cdef i32 grow(self, i32 capacity) except -1
    cdef i32 put(self, const char* text) except -1
    cdef i32 end(self, const char* text) except -1
    cdef i32 number(self, i64 value) except -1
    cdef i32 seat(self, i32 value) except -1
    cdef i32 flag(self, bint value) except -1
    cdef i32 cards(self, u64 hand) except -1
    cdef i32 members(self, u64 mask) except -1
    cdef bytes result(self)

cimport cython

from catanlab.framework.types cimport i8, i32, u64
from catanlab.games.catan.board cimport Board
from catanlab.games.catan.codes cimport ANY_PORT, DESERT
from catanlab.games.catan.grid cimport NODE_HEXES
from catanlab.games.catan.hands cimport held
from catanlab.games.catan.engine.position cimport Position

cdef enum:
    NEVER = 55555           # rolls until a resource that is not produced
    HEXAGONS = 19

cdef i8 HUNDREDTHS[13]

@cython.final
cdef class Income:
    cdef i32 weight[5]      # sum of hundredths, per resource
    cdef i32 rolls[5]       # rolls for one card, NEVER without production
    cdef i32 ratio[5]       # cards the bank takes for one
    cdef i32 amount[65]     # resource * 13 + number: cards when that number is rolled
    cdef u64 key            # all that the fast estimate depends on, in 40 bits

    cdef void clear(self) noexcept nogil
    cdef void copy_from(self, Income other) noexcept nogil
    cdef void read(self, Position p, i32 seat, i32 blocked) noexcept nogil
    cdef void add_node(self, Board board, i32 node, bint new) noexcept nogil
    cdef void add_port(self, i32 port) noexcept nogil
    cdef void derive(self) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport lowest_bit
from catanlab.framework.types cimport i8, i32, u8, u64
from catanlab.games.catan.grid cimport EDGE_NODES, NODE_ADJACENT, NODE_EDGES
from catanlab.games.catan.engine.position cimport Position

cdef enum:
    REACH = 2               # roads ahead that are looked at
    NOWHERE = -1

@cython.final
cdef class PossiblePieces:
    cdef readonly i32 seat
    cdef u64 roads[2]               # edges within reach
    cdef i8 road_level[72]          # 1: may be built now; 2: after one road; 0: not within reach
    cdef u8 road_support[72]        # which roads one level lower lead to it: three slots at each end
    cdef u64 settlements            # nodes within reach
    cdef i8 settlement_level[54]    # roads to build before; NOWHERE
    cdef u8 settlement_support[54]  # which possible roads lead to it: three slots
    cdef i8 settlement_number[54]   # roads to build before, as when a way was last found
    cdef u64 cities

    cdef void make_room(self) noexcept nogil
    cdef void copy_from(self, PossiblePieces other) noexcept nogil
    cdef void rebuild(self, Position p) noexcept nogil
    cdef void see_road(self, Position p, i32 edge) noexcept nogil
    cdef void see_building(self, Position p, i32 node) noexcept nogil
    cdef bint minds_road(self, i32 edge) noexcept nogil
    cdef bint minds_building(self, i32 node) noexcept nogil
    cdef void _renew(self, Position p, u64 low, u64 high, u64 nodes) noexcept nogil
    cdef void _renew_node(self, Position p, i32 node) noexcept nogil
    cdef u8 _support(self, Position p, i32 edge, i32 level) noexcept nogil
    cdef i32 way_to(self, i32 node, i32* edges) noexcept nogil

cdef u64 edges_near(i32 edge, i32 word) noexcept nogil

cimport cython

from catanlab.agents.estimates.longest_road cimport JSettlersRoads
from catanlab.framework.buffers cimport lowest_bit
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i8, i32, u8, u64
from catanlab.games.catan.codes cimport CITY, END_TURN, ROAD, SETTLEMENT
from catanlab.games.catan.grid cimport EDGE_NODES, NODE_ADJACENT, NODE_EDGES
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport build_city, build_road, build_settlement
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.view.view cimport CatanView

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
    cdef bint loses_by_road(self, i32 edge) noexcept nogil
    cdef bint loses_by_building(self, i32 node) noexcept nogil
    cdef void _renew(self, Position p, u64 low, u64 high, u64 nodes) noexcept nogil
    cdef void _renew_node(self, Position p, i32 node) noexcept nogil
    cdef u8 _support(self, Position p, i32 edge, i32 level) noexcept nogil
    cdef i32 way_to(self, i32 node, i32* edges) noexcept nogil

cdef u64 edges_near(i32 edge, i32 word) noexcept nogil

@cython.final
cdef class PieceTrackers:
    cdef list trackers          # PossiblePieces by seat
    cdef list jsettlers_roads            # JSettlersRoads by seat
    cdef i32 seats
    cdef CatanState before      # the position of the trackers
    cdef bint tracked
    cdef i32 seen               # how many moves of the log the trackers have seen
    cdef i32 placed             # pieces of the set-up among them
    cdef i32 turn               # turns that have ended

    cdef i32 begin(self, CatanState state) except -1
    cdef i32 track(self, CatanState now) except -1
    cdef bint follow(self, CatanView view, CatanState now) except? -1
    cdef i32 _order_roads(self, CatanState now) except -1
    cdef i32 _see_piece(self, i32 group, i32 place) except -1

from catanlab.framework.bits cimport lowest_bit, popcount
from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.codes cimport (
    AWARD_POINTS,
    FREE_ROADS,
    LONGEST_ROAD_MINIMUM,
    ROAD,
    ROAD_COST,
    ROADS_EACH,
)
from catanlab.games.catan.grid cimport EDGE_NODES, NODE_EDGE_MASK, NODE_EDGES, NODE_NEIGHBOURS
from catanlab.games.catan.hands cimport covers
from catanlab.games.catan.engine.position cimport Position

cdef i32 count_roads(Position p) noexcept nogil
cdef i32 list_roads(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef i32 list_setup_roads(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint allows_road(Position p, i32 edge) noexcept nogil
cdef bint may_pay_road(Position p) noexcept nogil
cdef i32 roads_left(Position p, i32 seat) noexcept nogil
cdef void build_road(Position p, i32 seat, i32 edge) noexcept nogil
cdef void cut_roads(Position p, i32 builder, i32 node) noexcept nogil
cdef void award_longest_road(Position p) noexcept nogil
cdef i32 longest_road(Position p, i32 seat) noexcept nogil
cdef i32 _longest_with(Position p, i32 seat, i32 edge, u64 touched) noexcept nogil
cdef i32 _longest_from(u64 low, u64 high, u64 enemies, i32 node) noexcept nogil
cdef i32 _longest_both_ways(u64 low, u64 high, u64 enemies, i32 a, i32 b) noexcept nogil
cdef void renew_frontier(Position p, i32 seat) noexcept nogil

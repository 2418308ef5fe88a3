from catanlab.framework.buffers cimport MoveBuffer, lowest_bit, popcount
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.turn_order cimport check_win, next_setup_step, resume
from catanlab.games.catan.grid cimport (
    EDGE_NODES,
    NODE_ADJACENT,
    NODE_EDGE_MASK,
    NODE_EDGES,
    NODE_HEXES,
    NODE_NEIGHBOURS,
)
from catanlab.games.catan.hands cimport cards, covers, held

# Roads.
cdef i32 roads_left(Position p, i32 seat) noexcept nogil
cdef bint may_pay_road(Position p) noexcept nogil
cdef i32 count_roads(Position p) noexcept nogil
cdef i32 list_roads(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef i32 _list_setup_roads(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint is_legal_road(Position p, i64 edge) noexcept nogil
cdef bint _is_at_last_settlement(Position p, i64 edge) noexcept nogil
cdef void place_road(Position p, i32 edge) noexcept nogil
cdef void skip_free_roads(Position p) noexcept nogil
cdef void _pay(Position p, u64 cost) noexcept nogil
cdef void build_road(Position p, i32 seat, i32 edge) noexcept nogil
cdef void cut_roads(Position p, i32 builder, i32 node) noexcept nogil
cdef void award_longest_road(Position p) noexcept nogil
cdef i32 longest_road(Position p, i32 seat) noexcept nogil
cdef i32 _longest_with(Position p, i32 seat, i32 edge, u64 touched) noexcept nogil
cdef i32 longest_trail_from(u64 low, u64 high, u64 enemies, i32 node) noexcept nogil
cdef i32 longest_trail_both_ways(u64 low, u64 high, u64 enemies, i32 a, i32 b) noexcept nogil
cdef void renew_frontier(Position p, i32 seat) noexcept nogil

# Settlements and cities.
cdef u64 setup_nodes(Position p) noexcept nogil
cdef u64 open_nodes(Position p) noexcept nogil
cdef u64 settlement_nodes(Position p) noexcept nogil
cdef bint is_legal_settlement(Position p, i64 node) noexcept nogil
cdef bint is_legal_city(Position p, i64 node) noexcept nogil
cdef void place_settlement(Position p, i32 node) noexcept nogil
cdef void place_city(Position p, i32 node) noexcept nogil
cdef bint may_pay_settlement(Position p) noexcept nogil
cdef bint may_pay_city(Position p) noexcept nogil
cdef i32 list_settlements(Position p, u64 nodes, MoveBuffer out, i32 n) noexcept nogil
cdef i32 list_cities(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef void build_settlement(Position p, i32 seat, i32 node) noexcept nogil
cdef void build_city(Position p, i32 seat, i32 node) noexcept nogil
cdef void collect_start(Position p, i32 seat, i32 node) noexcept nogil
cdef void _use_port(Position p, i32 seat, i32 port) noexcept nogil
cdef void _raise_yields(Position p, i32 seat, i32 node) noexcept nogil

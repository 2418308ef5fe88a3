from catanlab.framework.bits cimport lowest_bit, popcount
from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.codes cimport (
    ANY_PORT,
    CITIES_EACH,
    CITY,
    CITY_COST,
    SETTLEMENT,
    SETTLEMENT_COST,
    SETTLEMENTS_EACH,
)
from catanlab.games.catan.grid cimport NODE_ADJACENT, NODE_HEXES
from catanlab.games.catan.hands cimport cards, covers, held
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads cimport cut_roads

cdef u64 open_nodes(Position p) noexcept nogil
cdef u64 setup_nodes(Position p) noexcept nogil
cdef bint may_pay_settlement(Position p) noexcept nogil
cdef bint may_pay_city(Position p) noexcept nogil
cdef i32 list_settlements(Position p, u64 nodes, MoveBuffer out, i32 n) noexcept nogil
cdef i32 list_cities(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef void build_settlement(Position p, i32 seat, i32 node) noexcept nogil
cdef void build_city(Position p, i32 seat, i32 node) noexcept nogil
cdef void collect_start(Position p, i32 seat, i32 node) noexcept nogil
cdef void _use_port(Position p, i32 seat, i32 port) noexcept nogil
cdef void _raise_output(Position p, i32 seat, i32 node) noexcept nogil

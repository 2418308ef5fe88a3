cimport cython

cimport catanlab.games.catan.engine.cards as cards
cimport catanlab.games.catan.engine.production_and_robber as production_and_robber
cimport catanlab.games.catan.engine.roads_and_buildings as roads_and_buildings
cimport catanlab.games.catan.engine.trade as trade

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer, drop_lowest, lowest_bit, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, i64, u32
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position

cdef u32 GROUPS_OF_PHASE[13]        # constants.PHASE_GROUPS as bit sets

cdef u32 open_groups(Position p) noexcept nogil
cdef u32 _action_groups(Position p) noexcept nogil
cdef u32 _card_groups(Position p) noexcept nogil

cdef bint is_legal(Position p, i64 group, i64 argument) noexcept nogil
# No list needs more than the capacity of every buffer: 72 roads, 54 nodes, 70 offers, ...
cdef i32 list_group(Position p, i32 group, MoveBuffer out, i32 n) noexcept nogil
cdef i32 _count(Position p, i32 group) noexcept nogil
cdef i64 _nth(Position p, i32 group, i32 k) noexcept nogil

cdef i32 list_legal_moves(Position p, MoveBuffer out) noexcept nogil
cdef void draw_move(Position p, Random random, MoveBuffer out) noexcept nogil
cdef void draw_by_group(Position p, Random random, MoveBuffer out) noexcept nogil
cdef void draw_weighted(Position p, Random random, ValueBuffer weights, MoveBuffer out) noexcept nogil
cdef i32 _weighted_group(u32 groups, double mark, ValueBuffer weights) noexcept nogil
cdef void _draw_from(Position p, i32 group, Random random, MoveBuffer out) noexcept nogil
cdef void _write(Position p, i32 group, i32 k, MoveBuffer out) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, lowest_bit, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.engine.trade cimport bank_stock
from catanlab.games.catan.engine.roads_and_buildings cimport (
    list_cities,
    list_roads,
    list_settlements,
    open_nodes,
    roads_left,
)
from catanlab.games.catan.engine.cards cimport list_plenty, may_play
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.grid cimport EDGE_NODES, NODE_EDGES, NODE_NEIGHBOURS
from catanlab.games.catan.hands cimport cards, covers, held, unbundle
from catanlab.games.catan.engine.legal_moves cimport draw_move
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.production_and_robber cimport list_robber
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.playout.policies cimport OTHER, Policy

cdef extern from "Python.h" nogil:
    void* type_of "Py_TYPE"(void* thing)

cdef enum:
    # what a turn may be spent on
    NOTHING = 0
    SETTLE = 1
    UPGRADE = 2
    PURCHASE = 3
    PAVE = 4

    # the use of a road
    FAR = 0
    LEADING = 1
    OPENING = 2

@cython.final
cdef class Heavy(Policy):
    cdef readonly i32 settlement
    cdef readonly i32 city
    cdef readonly i32 card
    cdef readonly i32 opening_road
    cdef readonly i32 leading_road
    cdef readonly i32 far_road
    cdef readonly i32 spot_penalty
    cdef readonly i32 trade
    cdef readonly i32 haul
    cdef void* catan                # the type of the states it moves in

    cdef void write_move(self, Position p, Random random, MoveBuffer out) noexcept nogil
    cdef void act(self, Position p, Random random, MoveBuffer out) noexcept nogil
    cdef bint play_card(self, Position p, Random random, MoveBuffer out) noexcept nogil
    cdef i32 score(self, Position p, i32 target) noexcept nogil
    cdef i32 worth(self, Position p, u64 hand) noexcept nogil

cdef u64 cost_of(i32 target) noexcept nogil
cdef i32 trades_for(Position p, u64 cost) noexcept nogil
cdef void write_trade(Position p, u64 cost, Random random, MoveBuffer out) noexcept nogil
cdef i32 road_use(Position p, i32 edge) noexcept nogil
cdef i32 best_road_use(Position p) noexcept nogil
cdef void write_road(Position p, Random random, MoveBuffer out) noexcept nogil
cdef i32 robber_score(Position p, i32 hexagon) noexcept nogil
cdef void write_robber(Position p, Random random, MoveBuffer out) noexcept nogil
cdef void write_discard(Position p, MoveBuffer out) noexcept nogil

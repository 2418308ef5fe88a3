cimport cython

from catanlab.agents.value.heavy cimport type_of, write_discard, write_road, write_robber
from catanlab.framework.buffers cimport MoveBuffer, lowest_bit, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.legal_moves cimport draw_move
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport open_nodes, roads_left
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport covers, held
from catanlab.games.catan.turns.panousis cimport most_spare, wants_roads
from catanlab.games.catan.turns.state cimport can_fund, stock_of
from catanlab.playout.policies cimport OTHER, Policy

@cython.final
cdef class Plans(Policy):
    cdef readonly bint prune_roads
    cdef void* catan                # the type of the states it moves in

    cdef void write_move(self, Position p, Random random, MoveBuffer out) noexcept nogil
    cdef bint build_city(self, Position p, MoveBuffer out) noexcept nogil
    cdef bint build_settlement(self, Position p, MoveBuffer out) noexcept nogil
    cdef bint build_road(self, Position p, MoveBuffer out) noexcept nogil

cdef bint write_purchase(Position p, i64 piece, u64 cost, MoveBuffer out) noexcept nogil

cimport cython

cimport catanlab.agents.value.features as f
cimport catanlab.games.catan.engine.production_and_robber as production_and_robber
cimport catanlab.games.catan.engine.roads_and_buildings as buildings
cimport catanlab.games.catan.engine.trade as trade

from catanlab.agents.value.net cimport Net
from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.legal_moves cimport list_group, list_legal_moves, open_groups
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport cards, covers, held, size, unbundle
from catanlab.playout.policies cimport OTHER, Policy

cdef extern from "Python.h" nogil:
    void* type_of "Py_TYPE"(void* thing)

cdef extern from * nogil:
    bint swap "__sync_bool_compare_and_swap"(i32* place, i32 old, i32 new)
    void release "__sync_lock_release"(i32* place)

cdef enum:
    DESKS = 16          # decisions that may go on at once

cdef double WON, LEAST_GAIN, ACCEPT_GAIN, ACCEPT_CHANCE

cdef class Desk:
    cdef CatanState leaf
    cdef CatanState second
    cdef CatanState third
    cdef ValueBuffer features
    cdef f.FeatureCache cache
    cdef MoveBuffer moves
    cdef MoveBuffer later
    cdef i64 best_move
    cdef double best
    cdef i32 seat

cdef class OnePly(Policy):
    cdef ValueBuffer weights
    cdef Net net                    # in place of the weights, if it is not None
    cdef double won
    cdef double lost
    cdef double accept_gain
    cdef void* catan                # the type of the states it moves in
    cdef list kept                  # the desks, so that they live
    cdef void* desks[16]
    cdef i32 busy[16]

    cdef i32 write_values(self, State state, ValueBuffer out) except -1 nogil
    cdef i32 value_seats(self, Desk desk, Position p, ValueBuffer out) except -1 nogil
    cdef i32 check(self, State state) except -1 nogil
    cdef i32 claim(self, Position p) except -1 nogil
    cdef i32 furnish(self, i32 place, Position p) except -1
    cdef double value(self, Desk desk, Position p) noexcept nogil
    cdef void weigh(self, Desk desk, i64 move, double value) noexcept nogil
    cdef i32 write_move(self, Desk desk, Position p, MoveBuffer out) except -1 nogil
    cdef i32 try_move(self, Desk desk, Position p, i64 move) except -1 nogil
    cdef i32 begin(self, Desk desk, Position p) except -1 nogil
    cdef i32 act(self, Desk desk, Position p) except -1 nogil
    cdef i32 try_builds(self, Desk desk, Position p, i64 trade_move) except -1 nogil
    cdef i32 try_purchase(self, Desk desk, Position p, i64 trade_move) except -1 nogil
    cdef i32 try_knight(self, Desk desk, Position p) except -1 nogil
    cdef i32 best_robbery(self, Desk desk, Position p) except -1 nogil
    cdef double stolen(self, Desk desk, Position p, i32 victim) noexcept nogil
    cdef i32 try_monopoly(self, Desk desk, Position p) except -1 nogil
    cdef i32 try_free_roads(self, Desk desk, Position p) except -1 nogil
    cdef i32 try_trades(self, Desk desk, Position p) except -1 nogil
    cdef i32 answer(self, Desk desk, Position p) except -1 nogil

@cython.final
cdef class NetOnePly(OnePly):
    pass

cdef void end_turn(ValueBuffer features) noexcept nogil
cdef i64 next_trade(Position p, u64 cost) noexcept nogil
cdef void gain_cards(Position p, i32 seat, u64 more) noexcept nogil
cdef void lose_cards(Position p, i32 seat, u64 fewer) noexcept nogil
cdef void gain_development_card(Position p, i32 seat, i32 kind, i32 count) noexcept nogil

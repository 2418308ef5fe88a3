cimport cython

from catanlab.agents.estimates.income cimport HUNDREDTHS, Income
from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.types cimport i8, i32, i64, u64
from catanlab.games.catan.board cimport Board
from catanlab.games.catan.codes cimport CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from catanlab.games.catan.grid cimport NODE_ADJACENT, NODE_HEXES
from catanlab.games.catan.hands cimport cards, held

cdef enum:
    # kinds of pieces and cards, in the order of JSettlers
    A_ROAD = 0
    A_SETTLEMENT = 1
    A_CITY = 2
    A_CARD = 3
    A_SHIP = 4
    KINDS = 5

    SLOT_BITS = 15
    SLOTS = 32768
    VALUE_BITS = 11
    MAX_ROLLS = 2000       # below 2 ** VALUE_BITS

    NODES = 54
    MAX_ESTIMATE = 1 << 20          # more than any sum of estimates
    FIRST_BEST = 160        # four estimates of forty rolls: where JSettlers begins

cdef i8 ORDER[5]
cdef i8 IN_TURN[4]

@cython.final
cdef class BuildTimes:
    cdef readonly i32 limit
    cdef readonly bint several      # count several cards a roll
    cdef i32 weight[4]              # of each kind, in the sum of all
    cdef MoveBuffer slots

    cdef i32 until(self, Income income, u64 target, u64 hand) noexcept nogil
    cdef i32 until_limit(self, Income income, u64 target, u64 hand, i32 limit) noexcept nogil
    cdef i32 of(self, Income income, i32 kind, i32 count) noexcept nogil
    cdef i32 total(self, Income income) noexcept nogil

cdef u64 target_of(i32 kind, i32 count) noexcept nogil
cdef i32 rolls_one_each(Income income, u64 target, u64 hand, i32 limit) noexcept nogil
cdef i32 rolls_several(Income income, u64 target, u64 hand, i32 limit) noexcept nogil
cdef bint trade_up(Income income, i32* have, i32* want) noexcept nogil
cdef i32 weight_of(Board board, i32 node) noexcept nogil
cdef i32 total_below(BuildTimes build_times, Income income, i32 most) noexcept nogil
cdef i32 capped_total(BuildTimes build_times, Income income, i32 cap) noexcept nogil

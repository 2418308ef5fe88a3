cimport cython

from catanlab.agents.estimates.income cimport Income
from catanlab.agents.estimates.longest_road cimport OUT_OF_REACH
from catanlab.agents.estimates.build_time cimport A_CARD, A_CITY, A_ROAD, A_SETTLEMENT, BuildTimes
from catanlab.agents.estimates.possible_pieces cimport PossiblePieces
from catanlab.framework.buffers cimport lowest_bit, popcount
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.codes cimport CITIES_EACH, SETTLEMENTS_EACH
from catanlab.games.catan.grid cimport NODE_ADJACENT
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport roads_left

cdef enum:
    # the steps of a plan
    NO_STEP = 0
    TWO_SETTLEMENTS = 1
    CITY_THEN_SETTLEMENT = 2
    SETTLEMENT_THEN_CITY = 3
    TWO_CITIES = 4
    LONGEST_ROAD = 5
    LARGEST_ARMY = 6
    ONE_CITY = 7
    ONE_SETTLEMENT = 8

    MAX_STEPS = 16
    AWARDS_FROM = 5         # an award is aimed at from more points than these

@cython.final
cdef class WinTime:
    cdef BuildTimes build_times
    cdef i32 cut_at                 # 0: none
    cdef bint ships                 # whether a ship counts in gains, as in JSettlers
    cdef Income now                 # as the plan goes on
    cdef Income one                 # after a first piece
    cdef Income two                 # after a second, or for trying
    cdef i32 rolls                  # the result
    cdef i32 steps
    cdef i32 step[16]
    cdef i32 first[16]              # node of the first piece
    cdef i32 second[16]
    cdef i32 cost[16]

    # the plan so far
    cdef u64 spots
    cdef u64 towns
    cdef i32 settlements_left
    cdef i32 cities_left
    cdef i32 roads_left

    cdef i32 run(
        self, Position p, PossiblePieces tracker, Income income, i32 points, i32 roads_needed, i32 cards_needed,
        i32 cards_left
    ) noexcept nogil
    cdef i32 _kind(self, Income income, i32 kind) noexcept nogil
    cdef i32 _settle(self, Income income, i32 roads) noexcept nogil
    cdef i32 _pave(self, Income income, i32 roads) noexcept nogil
    cdef i32 _buy(self, Income income, i32 cards) noexcept nogil
    cdef i32 _gain(self, Income before, Income after) noexcept nogil
    cdef i32 best_spot(self, Position p, PossiblePieces tracker, Income income, u64 spots) noexcept nogil
    cdef i32 best_town(self, Position p, Income income, u64 towns) noexcept nogil
    cdef void _note(self, i32 step, i32 first, i32 second, i32 cost) noexcept nogil
    cdef void _settle_at(self, Position p, i32 node) noexcept nogil
    cdef void _raise_at(self, Position p, i32 node) noexcept nogil
    cdef i32 _choose(
        self, Position p, i32 best, i32 settlements, i32 city_first, i32 city_second, i32 cities, i32 road,
        i32 army, i32 town, i32 spot, i32 other
    ) noexcept nogil
    cdef i32 _second_town(self, Position p, i32 first) noexcept nogil
    cdef void _last_point(
        self, Position p, PossiblePieces tracker, i32 roads_needed, i32 cards_needed, i32 cards_left
    ) noexcept nogil
    cdef i32 _later(self, i32 kind) noexcept nogil
    cdef i32 _settle_later(self, i32 roads) noexcept nogil

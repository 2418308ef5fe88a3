cimport cython

from catanlab.agents.estimates.win_time cimport (
    AWARDS_FROM,
    CITY_THEN_SETTLEMENT,
    LARGEST_ARMY,
    LONGEST_ROAD,
    MAX_STEPS,
    NO_STEP,
    ONE_CITY,
    ONE_SETTLEMENT,
    SETTLEMENT_THEN_CITY,
    TWO_CITIES,
    TWO_SETTLEMENTS,
)
from catanlab.agents.estimates.income cimport Income
from catanlab.agents.estimates.longest_road cimport OUT_OF_REACH
from catanlab.agents.estimates.build_time cimport A_CARD, A_CITY, A_ROAD, A_SETTLEMENT, BuildTimes
from catanlab.agents.estimates.possible_pieces cimport PossiblePieces
from catanlab.framework.buffers cimport popcount
from catanlab.framework.types cimport i8, i32, u64
from catanlab.games.catan.codes cimport CITIES_EACH, SETTLEMENTS_EACH
from catanlab.games.catan.grid cimport NODE_ADJACENT
from catanlab.games.catan.engine.position cimport Position

cdef enum:
    ROADS_UNAWARE = 20      # to Longest Road, without `aware`

cdef i8 NODE_ORDER[54]           # the nodes in the order of JSettlers

@cython.final
cdef class JSettlersWinTime:
    cdef BuildTimes build_times
    cdef i32 cut_at                 # 0: none
    cdef bint ships                 # whether a ship counts in gains
    cdef bint aware                 # whether the way to Longest Road is searched for
    cdef Income now                 # as the plan goes on
    cdef Income tried
    cdef i32 speed[5]               # rolls for each kind with the income of now
    cdef i32 raised[5]              # after a city
    cdef i32 settled[5]             # after a settlement
    cdef i32 other[5]               # for trying
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

    cdef i32 run(
        self, Position p, PossiblePieces tracker, Income income, i32 points, i32 roads_needed, i32 cards_needed,
        i32 cards_left
    ) noexcept nogil
    cdef void _fill(self, Income income, i32* rolls) noexcept nogil
    cdef i32 _gain(self, i32* after) noexcept nogil
    cdef i32 _best_spot(self, Position p, PossiblePieces tracker, u64 spots, i32* rolls) noexcept nogil
    cdef i32 _quickest_town(self, Position p) noexcept nogil
    cdef i32 _best_town(self, Position p, i32* rolls) noexcept nogil
    cdef i32 _last_point(self, PossiblePieces tracker, i32 road, i32 army) noexcept nogil
    cdef void _note(self, i32 step, i32 first, i32 second, i32 cost) noexcept nogil
    cdef void _settle_at(self, Position p, i32 node) noexcept nogil
    cdef void _raise_at(self, Position p, i32 node) noexcept nogil

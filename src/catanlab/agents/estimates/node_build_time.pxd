from catanlab.agents.estimates.income cimport HUNDREDTHS, Income
from catanlab.agents.estimates.build_time cimport A_CARD, A_CITY, A_ROAD, A_SETTLEMENT, BuildTimes
from catanlab.framework.types cimport i8, i32
from catanlab.games.catan.board cimport Board
from catanlab.games.catan.grid cimport NODE_ADJACENT, NODE_HEXES

cdef enum:
    NODES = 54
    MOST = 1 << 20          # more than any sum of estimates
    FIRST_BEST = 160        # four estimates of forty rolls: where JSettlers begins

cdef i8 IN_TURN[4]

cdef i32 weight_of(Board board, i32 node) noexcept nogil
cdef i32 total_below(BuildTimes build_times, Income income, i32 most) noexcept nogil
cdef i32 capped_total(BuildTimes build_times, Income income, i32 cap) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport lowest_bit, popcount
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.games.catan.engine.roads_and_buildings cimport (
    build_city,
    build_road,
    build_settlement,
    count_roads,
    open_nodes,
    roads_left,
)
from catanlab.games.catan.engine.cards cimport list_plenty, may_play
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.grid cimport EDGE_NODES, NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS
from catanlab.games.catan.hands cimport held, unbundle
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.turns.state cimport Kind, can_fund, has_won, stock_of

cdef enum:
    # how a turn ends
    BY_WINNING = 0

    AWARD_WORTH = 1000      # of a road: more than any places for settlements

@cython.final
cdef class RoadWorths:
    cdef i32 value[54]      # per node: dots of the numbers around it, and one
    cdef i32 worth(self, Position p, i32 edge, Position trial) noexcept nogil
    cdef i32 reach(self, Position p, i32 node, i32 weight, i32 origin) noexcept nogil

@cython.final
cdef class Martin(Kind):
    cdef RoadWorths road_worths
    cdef bint trade_only_to_build
    cdef i32 best_roads
    cdef i32 depth
    # the switches as they are tightened when a list is too long
    cdef bint only_to_build
    cdef i32 road_limit
    # the turn that is searched
    cdef i32 seat
    cdef u64 hand               # after the card, before the trades
    cdef u64 ratio
    cdef i32 stock[5]
    cdef i32 floor              # after a year of plenty, trades ask for resources from here on
    cdef u32 kept               # and give none of these
    cdef i64 head[4]            # the card with its free roads
    cdef i32 head_length
    cdef i64 builds[40]
    cdef i32 builds_length
    cdef i32 give[5]            # trades: times given, cards got
    cdef i32 get[5]
    cdef i32 most[5]
    cdef bint tighten(self) noexcept nogil
    cdef i32 search(self, CatanState p) except -1 nogil
    cdef i32 start(self, CatanState p, i64 card) except -1 nogil
    cdef bint affords(self, u64 cost) noexcept nogil
    cdef bint is_deep(self) noexcept nogil
    cdef i32 roads(self, CatanState p, i32 level, u64 low, u64 high, u64 cost, i32 free) except -1 nogil
    cdef i32 pick_roads(self, CatanState p, i32 level, i32* edges, bint forced) noexcept nogil
    cdef i32 cities(self, CatanState p, i32 level, u64 nodes, u64 cost) except -1 nogil
    cdef i32 settlements(self, CatanState p, i32 level, u64 nodes, u64 cost) except -1 nogil
    cdef i32 finish(self, CatanState p, u64 cost) except -1 nogil
    cdef i32 pay(self, u64 cost, i64 ending) except -1 nogil
    cdef i32 give_from(self, i32 resource, i32 left, i32 extra, i64 ending) except -1 nogil
    cdef i32 get_from(self, i32 resource, i32 extra, i64 ending) except -1 nogil
    cdef i32 write(self, i64 ending) except -1 nogil

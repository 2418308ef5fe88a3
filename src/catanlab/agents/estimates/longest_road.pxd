cimport cython

from catanlab.framework.buffers cimport lowest_bit
from catanlab.framework.types cimport i8, i32, u64
from catanlab.games.catan.codes cimport LONGEST_ROAD_MINIMUM
from catanlab.games.catan.grid cimport NODE_EDGES, NODE_NEIGHBOURS
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport longest_trail_both_ways, longest_trail_from, roads_left

cdef enum:
    OUT_OF_REACH = 500
    MAX_TRAILS = 32

cdef i8 ENDS[144]           # the two nodes of each edge, in the order of JSettlers
cdef i8 EDGES_AT[162]       # the edges at each node by direction, -1 where there is none
cdef i8 NODES_AT[162]       # the nodes at their other ends

@cython.final
cdef class RoadFinder:
    cdef i32 needed             # roads to build for Longest Road; 0 if held; OUT_OF_REACH
    cdef i8 way[15]             # which, in order
    cdef u64 seen[2]            # the edges that were looked at: others do not matter to the result
    cdef i8 path[15]
    cdef i8 reached[54]         # the longest trail that ends at a node, before roads are laid

    cdef i32 find(self, Position p, i32 seat) noexcept nogil
    cdef void _extend(
        self, Position p, i32 target, i32 node, i32 length, i32 used, u64 network, u64 low, u64 high, u64 enemies
    ) noexcept nogil
    cdef void _go_on(
        self, Position p, i32 target, i32 used, u64 network, u64 low, u64 high, u64 enemies
    ) noexcept nogil

cdef i32 length_to_beat(Position p, i32 seat) noexcept nogil

@cython.final
cdef class JSettlersRoads:
    cdef i32 needed             # roads to build for Longest Road; 0 if held; OUT_OF_REACH
    cdef i8 way[15]             # which, in order
    cdef i8 order[54]           # the nodes of the roads as they were reached
    cdef i32 count

    # the trails: no two share an edge
    cdef i32 trails
    cdef i8 first[32]
    cdef i8 last[32]
    cdef i8 length[32]
    cdef u64 low[32]
    cdef u64 high[32]

    # the search for one end of a trail
    cdef i32 longest
    cdef i32 roads
    cdef i8 path[15]
    cdef i8 best[15]

    cdef void clear(self) noexcept nogil
    cdef void copy_from(self, JSettlersRoads other) noexcept nogil
    cdef void add(self, i32 edge) noexcept nogil
    cdef i32 find(self, Position p, i32 seat) noexcept nogil
    cdef void _walk(
        self, Position p, i32 seat, i32 start, i32 node, i32 length, u64 low, u64 high, u64 enemies
    ) noexcept nogil
    cdef void _keep(self, i32 start, i32 end, i32 length, u64 low, u64 high) noexcept nogil
    cdef void _search(
        self, Position p, i32 start, i32 node, i32 base, i32 used, i32 depth, u64 low, u64 high, u64 enemies
    ) noexcept nogil

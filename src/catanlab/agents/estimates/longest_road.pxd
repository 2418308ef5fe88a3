cimport cython

from catanlab.framework.buffers cimport lowest_bit
from catanlab.framework.types cimport i8, i32, u64
from catanlab.games.catan.codes cimport LONGEST_ROAD_MINIMUM
from catanlab.games.catan.grid cimport NODE_EDGES, NODE_NEIGHBOURS
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport _longest_both_ways, _longest_from, roads_left

cdef enum:
    OUT_OF_REACH = 500

@cython.final
cdef class RoadFinder:
    cdef i32 needed             # roads to build for Longest Road; 0 if held; OUT_OF_REACH
    cdef i8 way[15]             # which, in order
    cdef u64 seen[2]            # the edges that were looked at: others do not matter to the result
    cdef i8 path[15]

    cdef i32 find(self, Position p, i32 seat) noexcept nogil
    cdef void _extend(
        self, Position p, i32 seat, i32 target, i32 node, i32 length, i32 used, u64 low, u64 high, u64 enemies
    ) noexcept nogil

cdef i32 length_to_beat(Position p, i32 seat) noexcept nogil

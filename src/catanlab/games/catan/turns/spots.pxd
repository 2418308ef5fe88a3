cimport cython

from catanlab.framework.types cimport i32
from catanlab.games.catan.grid cimport EDGE_NODES, NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads cimport build_road

cdef enum:
    AWARD_WORTH = 1000      # more than any spots

@cython.final
cdef class Spots:
    cdef i32 value[54]      # per node: dots of the numbers around it, and one
    cdef i32 worth(self, Position p, i32 edge, Position trial) noexcept nogil
    cdef i32 reach(self, Position p, i32 node, i32 weight, i32 origin) noexcept nogil

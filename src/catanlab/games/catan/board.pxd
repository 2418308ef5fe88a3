cimport cython

from catanlab.framework.types cimport i8, i32, u32
from catanlab.games.catan.codes cimport DESERT
from catanlab.games.catan.grid cimport PORT_NODES

@cython.final
cdef class Board:
    cdef i8 resource[19]            # per hex: 0 wood, 1 clay, 2 sheep, 3 wheat, 4 ore, 5 desert
    cdef i8 number[19]              # per hex: 2..12, 0 on a desert
    cdef i8 port[9]                 # per port: 0..4 the resource traded 2:1, 5 for 3:1
    cdef i8 node_port[54]           # per node: -1 none, else as port
    cdef u32 hexes_by_number[13]    # bit h: hex h carries that number
    cdef readonly i32 desert        # where the robber starts: the first desert
    cdef void make_room(self) noexcept
    cdef void derive(self) noexcept nogil

cdef Board blank_board()

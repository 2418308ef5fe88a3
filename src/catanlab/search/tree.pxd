cimport cython

from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i8, i32, i64

cdef enum:
    SHARED_GROUPS = 64  # the first groups of moves, of which some may share their nodes

    NOBODY = -1         # chose the root, and outcomes

    # stages of a node
    NEW = 0             # no simulation has come here
    LEAF = 1            # some have, but its children are not known
    INNER = 2

    # kinds of nodes
    DECISION = 0
    CHANCE_NODE = 1
    GROUP_NODE = 2      # all moves of one group, at the same position
    DRAWN_NODE = 3      # chance whose probabilities differ with what is hidden
    MIXED_NODE = 4      # not the same for all simulations: chance, a decision, or the end

@cython.final
cdef class Tree:
    cdef readonly i32 seats
    cdef readonly i32 width         # how many numbers the tree policy keeps for each node
    cdef readonly i32 count         # how many nodes there are
    cdef readonly i32 cap           # how many there may be
    cdef readonly i64 refused       # children that were not added because it was full
    cdef readonly bint has_averages
    cdef readonly bint has_virtual_values
    cdef i32 room
    cdef i32 linked
    cdef i32 link_room
    cdef i8 shared[64]              # the group under which the moves of a group stand

    # Of every node:
    cdef i64* moves                 # the move, outcome or group that leads to it
    cdef i32* parents
    cdef i32* visits                # simulations through it, and virtual ones
    cdef i32* virtual               # the virtual ones of them
    cdef i32* available             # how often it could have been chosen, where that varies
    cdef i8* stages
    cdef i8* kinds
    cdef i8* choosers               # the seat that chose it, or NOBODY
    cdef i8* movers                 # the seat that chose below it last
    cdef double* values             # for every seat: the value of the node
    cdef double* squares            # mean square of the rewards of its chooser
    cdef double* priors             # of a move, or the probability of an outcome
    cdef double* extras             # numbers that the tree policy keeps
    cdef double* averages           # the plain mean, where a value is something else
    cdef double* virtual_values     # what the virtual visits are worth, where that is not always a win
    cdef i32* starts                # its children stand in `links` from here on
    cdef i32* sizes
    cdef i32* rooms
    cdef i32* links

    cdef i32 reserve(self, i32 room) except -1 nogil
    cdef i32 add(self, i32 parent, i64 move, i32 chooser, i32 kind) except -1 nogil
    cdef i32 make_room(self, i32 node, i32 room) except -1 nogil
    cdef i32 find(self, i32 node, i64 move, i32 chooser, i32 hint) noexcept nogil
    cdef double virtual_value(self, i32 node, double win) noexcept nogil
    cdef i64 group_of(self, i64 move) noexcept nogil
    cdef i32 graft(self, Tree other, i32 source, i32 target) except -1

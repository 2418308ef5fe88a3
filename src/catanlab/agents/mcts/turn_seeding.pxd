cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.state cimport GROUP_SHIFT, State
from catanlab.framework.types cimport i32
from catanlab.games.catan.turns.codes cimport FIRST_TURN_GROUP
from catanlab.games.catan.turns.state cimport TurnState
from catanlab.search.seeding cimport Seeding

@cython.final
cdef class TurnSeeding(Seeding):
    cdef double weights[32]
    cdef double virtual[32]

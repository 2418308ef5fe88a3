cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport GROUP_SHIFT, State, move_code
from catanlab.framework.types cimport i32, i64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine cimport (
    cards,
    legal_moves,
    production_and_robber,
    roads_and_buildings,
    trade,
    turn_order,
)
from catanlab.games.catan.engine.position cimport Position, Ruleset, total_points
from catanlab.games.catan.hands cimport held, size

@cython.final
cdef class CatanState(Position):
    pass

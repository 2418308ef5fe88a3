cimport cython

cimport catanlab.games.catan.engine.cards as cards
cimport catanlab.games.catan.engine.legal_moves as legal_moves
cimport catanlab.games.catan.engine.production_and_robber as production_and_robber
cimport catanlab.games.catan.engine.roads_and_buildings as roads_and_buildings
cimport catanlab.games.catan.engine.trade as trade
cimport catanlab.games.catan.engine.turn_order as turn_order

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, State, move_code
from catanlab.framework.types cimport i32, i64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position, Ruleset, total_points
from catanlab.games.catan.hands cimport held, size

@cython.final
cdef class CatanState(Position):
    pass

cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.legal_moves cimport list_group, open_groups
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.turns.codes cimport (
    BUY_PART,
    CITY_PART,
    COMBINATION,
    COMBINATIONS,
    DRAW_SHIFT,
    PLAY_PART,
    ROAD_PART,
    SETTLEMENT_PART,
    TRADE_PART,
)
from catanlab.games.catan.turns.state cimport Kind, situation

@cython.final
cdef class Tuma(Kind):
    cdef Random random
    cdef u64 seed
    cdef u32 stream
    cdef i32 draws
    cdef bint check_first
    cdef i32 missing            # parts of the last combination that were not possible
    cdef i64 draw(self, CatanState p, i32 group) noexcept nogil
    cdef i32 take(self, CatanState p, i32 group) except -1 nogil
    cdef i32 draw_card(self, CatanState p) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, lowest_bit, popcount
from catanlab.framework.state cimport GROUP_SHIFT, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.engine.roads_and_buildings cimport open_nodes, roads_left
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.hands cimport held, size
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.turns.codes cimport MIX_SEED
from catanlab.games.catan.turns.state cimport Kind, can_fund, stock_of
from catanlab.games.catan.turns.sequences cimport mixed

@cython.final
cdef class Panousis(Kind):
    cdef bint always_pass
    cdef i32 roads              # the most roads in a plan
    cdef i32 road_limit         # the same, as it is tightened when a list is too long
    cdef bint prunes_roads
    cdef i32 unplayed           # the most unplayed cards with which another is bought
    cdef MoveBuffer results     # hashes of the positions that the plans lead to
    cdef i32 plans
    cdef i32 search(self, CatanState p) except -1 nogil
    cdef i32 plan_from(self, CatanState p, i64 piece) except -1 nogil
    cdef i32 with_roads(self, CatanState p, i32 level, i32 left, u64 low, u64 high) except -1 nogil
    cdef bint wants_card(self, Position p) noexcept nogil
    cdef i32 complete(self, CatanState p) except -1 nogil
    cdef i32 list_plan(self, CatanState p) except -1 nogil
    cdef i32 pass_turn(self, CatanState p) except -1 nogil
    cdef bint build(self, CatanState p, i64 piece, u64 cost) noexcept nogil
    cdef bint build_any(self, CatanState p, i64 group, u64 nodes, u64 cost) noexcept nogil
    cdef void trade(self, CatanState p, i32 give, i32 get) noexcept nogil

cdef bint wants_roads(Position p) noexcept nogil
cdef i32 most_spare(Position p, u64 cost) noexcept nogil

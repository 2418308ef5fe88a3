cimport cython

cimport catanlab.games.catan.engine.legal_moves as legal_moves
cimport catanlab.games.catan.engine.trade as trade

from catanlab.framework.buffers cimport MoveBuffer, lowest_bit
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport cards, held, size, unbundle
from catanlab.games.catan.view.json_buffer cimport RESOURCE_NAMES, JsonBuffer

cdef enum:
    MOST_IN_A_MOVE = 31         # cards of a resource

cdef tuple GROUP_KEYS           # with quotes and a colon

cdef i32 put_legal(JsonBuffer out, CatanState p) except -1
cdef i32 offers_left(CatanState p) noexcept
cdef u64 at_most(u64 hand, i32 limit) noexcept
cdef i32 _put_places(JsonBuffer out, MoveBuffer moves, i32 count) except -1
cdef i32 _put_robber(JsonBuffer out, MoveBuffer moves, i32 count) except -1
cdef i32 _put_resources(JsonBuffer out, u64 stock, i32 besides) except -1
cdef i32 _put_bank_trades(JsonBuffer out, CatanState p) except -1
cdef i32 _put_plenty(JsonBuffer out, CatanState p) except -1
cdef i32 _put_offers(JsonBuffer out, CatanState p) except -1
cdef i32 _put_counters(JsonBuffer out, CatanState p) except -1
cdef i32 _put_discards(JsonBuffer out, CatanState p) except -1

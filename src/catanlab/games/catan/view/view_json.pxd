cimport cython

cimport catanlab.games.catan.engine.legal_moves as legal_moves
cimport catanlab.games.catan.engine.trade as trade

from catanlab.framework.buffers cimport MoveBuffer, lowest_bit, popcount
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport cards, held, size, unbundle
from catanlab.games.catan.view.belief cimport Belief
from catanlab.games.catan.view.json_buffer cimport RESOURCE_NAMES, JsonBuffer

cdef enum:
    MOST_IN_A_MOVE = 31         # cards of a resource

cdef tuple PHASE_NAMES          # with quotes and a comma
cdef tuple GROUP_KEYS           # with quotes and a colon

cdef bytes write_view(
    CatanState p,
    CatanState decider,
    i32 viewer,
    i32 deciders,
    i32 decision,
    i32 deck,
    i32* unknown,
    i32 unknown_bought,
    i32 dice,
    object scores,
)
cdef bytes write_counting(Belief belief, i32* limits, u64 unseen)

cdef i32 _turn_number(CatanState p, i32 turns) noexcept
cdef i32 _offers_left(CatanState p) noexcept
cdef i32 _owed(CatanState p, i32 seat) noexcept
cdef u64 _at_most(u64 hand, i32 limit) noexcept
cdef i32 _put_dice(JsonBuffer out, CatanState p, i32 dice) except -1
cdef i32 _put_deal(JsonBuffer out, i64 deal) except -1
cdef i32 _put_offer(JsonBuffer out, CatanState p) except -1
cdef i32 _put_seat(
    JsonBuffer out, CatanState p, i32 seat, bint shown, i32 hidden, i32 bought, i32 points
) except -1
cdef i32 _put_edges(JsonBuffer out, u64 low, u64 high) except -1
cdef i32 _put_legal(JsonBuffer out, CatanState p) except -1
cdef i32 _put_places(JsonBuffer out, MoveBuffer moves, i32 count) except -1
cdef i32 _put_robber(JsonBuffer out, MoveBuffer moves, i32 count) except -1
cdef i32 _put_resources(JsonBuffer out, u64 stock, i32 besides) except -1
cdef i32 _put_bank_trades(JsonBuffer out, CatanState p) except -1
cdef i32 _put_plenty(JsonBuffer out, CatanState p) except -1
cdef i32 _put_offers(JsonBuffer out, CatanState p) except -1
cdef i32 _put_counters(JsonBuffer out, CatanState p) except -1
cdef i32 _put_discards(JsonBuffer out, CatanState p) except -1

cimport cython

from catanlab.framework.buffers cimport lowest_bit, popcount
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport held, size, unbundle
from catanlab.games.catan.view.belief cimport Belief
from catanlab.games.catan.view.json_buffer cimport JsonBuffer
from catanlab.games.catan.view.legal_json cimport at_most, offers_left, put_legal

cdef tuple PHASE_NAMES          # with quotes and a comma

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
cdef i32 _put_dice(JsonBuffer out, CatanState p, i32 dice) except -1
cdef i32 _put_deal(JsonBuffer out, i64 deal) except -1
cdef i32 _put_offer(JsonBuffer out, CatanState p) except -1
cdef i32 _put_seat(
    JsonBuffer out, CatanState p, i32 seat, bint shown, i32 hidden, i32 bought, i32 points
) except -1
cdef i32 _put_edges(JsonBuffer out, u64 low, u64 high) except -1

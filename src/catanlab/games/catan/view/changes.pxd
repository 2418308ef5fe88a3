cimport cython

cimport catanlab.games.catan.engine.trade as trade

from catanlab.framework.buffers cimport lowest_bit
from catanlab.framework.state cimport GROUP_SHIFT
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport held
from catanlab.games.catan.view.json_buffer cimport CARD_NAMES, RESOURCE_NAMES, JsonBuffer
from catanlab.games.catan.view.view cimport CatanView

cdef enum:
    # The groups that let cards change hands in the same way whatever the others hold.
    MOVES_CARDS = (
        1 << ROAD
        | 1 << SETTLEMENT
        | 1 << CITY
        | 1 << BUY_CARD
        | 1 << PLAY_PLENTY
        | 1 << BANK_TRADE
        | 1 << ACCEPT
        | 1 << CONFIRM
        | 1 << TAKE_COUNTER
        | 1 << DISCARD
        | 1 << DICE
    )

cdef extern from * nogil:
    """
    #define CATANLAB_PLENTY_OF_ALL 0x0064064064064064ULL
    """
    u64 PLENTY_OF_ALL "CATANLAB_PLENTY_OF_ALL"

@cython.final
cdef class Changes:
    cdef CatanState before
    cdef CatanState after
    cdef i32 viewer             # -1 for a spectator
    cdef i64 move
    cdef i32 change[20]         # seat * 5 + resource: cards that the viewer knows of
    cdef i32 unseen[4]          # cards that it does not know of
    cdef i32 unpaid[20]         # seat * 5 + resource

    cdef i32 follow(self) except -1
    cdef i32 require(self, bint possible) except -1
    cdef i32 carry_out(self, i64 group, i64 argument) except -1
    cdef i32 claim(self, i64 total) except -1
    cdef bytes text(self)
    cdef i32 put_hands(self, JsonBuffer out) except -1
    cdef i32 put_event(self, JsonBuffer out) except -1
    cdef i32 put_trade(self, JsonBuffer out, i64 partner) except -1
    cdef i32 put_numbers(self, JsonBuffer out, bint points) except -1
    cdef i32 points_of(self, CatanState p, i32 seat) noexcept

cdef i64 _event_between(CatanView before, CatanView after) except -1
cdef bint _any(i32* counts, i32 seat) noexcept
cdef i32 _put_counts(JsonBuffer out, i32* counts, i32 seat) except -1
cdef i32 _put_change(JsonBuffer out, const char* beginning, i32 was, i32 now) except -1

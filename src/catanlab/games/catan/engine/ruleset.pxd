cimport cython

from catanlab.framework.types cimport i32, u32, u64
from catanlab.games.catan.board cimport Board

@cython.final
cdef class Setup:
    cdef readonly Board board
    cdef readonly object rules
    cdef u32 hexes_by_resource[6]
    cdef u64 bank_counts        # all ones if the bank is limited, else 0
    cdef i32 players
    cdef i32 points_to_win
    cdef i32 turn_limit
    cdef i32 hand_limit
    cdef i32 no_sevens_turns
    cdef i32 offers_per_turn
    cdef bint win_at_turn_end
    cdef bint one_action
    cdef bint skip_free_roads
    cdef bint friendly_robber
    cdef bint player_trade
    cdef bint first_accepts
    cdef bint counter_offers
    cdef bint open_hands
    cdef bint hidden_discards
    cdef bint knight_before_roll
    cdef bint cards_before_roll
    cdef void lay(self, Board board) noexcept
    cpdef Setup on(self, Board board)

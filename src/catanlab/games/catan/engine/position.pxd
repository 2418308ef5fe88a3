cimport cython

from catanlab.framework.state cimport State
from catanlab.framework.types cimport i32, i64, i8, u32, u64
from catanlab.games.catan.board cimport Board
from catanlab.games.catan.codes cimport (
    ADDRESSEE_SHIFT,
    FOUR_EACH,
    FULL_BANK,
    FULL_DECK,
    SETUP_SETTLEMENT,
    VICTORY_POINT,
)
from catanlab.games.catan.hands cimport held, size

@cython.final
cdef class Ruleset:
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
    cdef bint straight_setup    # the second settlements in the order of the seats too
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
    cpdef Ruleset on(self, Board board)

cdef class Position(State):
    cdef readonly Ruleset ruleset

    # Whose move it is and why.
    cdef i32 actor              # a seat, CHANCE or OVER
    cdef i32 phase
    cdef i32 turn_seat
    cdef i32 turn_count         # turns completed
    cdef i32 setup_step         # settlements of the set-up placed, with their roads
    cdef i32 last_node          # the settlement just placed in the set-up
    cdef i32 winner             # -1 none, or a draw at the cap
    cdef bint rolled
    cdef bint card_played
    cdef bint acted             # an action was taken this turn

    # Cards.
    cdef u64 bank
    cdef u64 hand[4]
    cdef u64 deck
    cdef u64 card[4]            # development cards, those bought this turn included
    cdef u64 bought_this_turn   # by the seat on turn, among `card`
    cdef i8 knights[4]          # played

    # Pieces; edge e is bit e & 63 of word e >> 6.
    cdef u64 settlements[4]
    cdef u64 cities[4]
    cdef u64 occupied_nodes     # nodes with a building
    cdef u64 blocked_nodes      # nodes built on or next to a building
    cdef u64 roads[8]           # seat * 2 + word
    cdef u64 occupied_edges[2]  # edges with a road
    cdef u64 road_nodes[4]      # nodes a seat's roads touch
    cdef u64 frontier[8]        # edges at nodes from which a seat may build on; occupied ones not removed
    cdef u32 hex_yields[19]     # per hex a byte for each seat: cards it gets when the hex pays
    cdef u64 ratio[4]           # cards of each resource the bank takes for one
    cdef i32 robber

    # Points and awards.
    cdef i8 public_points[4]
    cdef i8 road_length[4]
    cdef i32 road_holder        # -1 nobody
    cdef i32 army_holder

    # Inside a decision.
    cdef i32 free_roads
    cdef i32 victim
    cdef i32 discards[4]        # cards that each seat still has to discard
    cdef i8 discard_floor[4]    # the list of its discards goes on from this resource
    cdef i32 offers_made
    cdef i64 offer
    cdef i64 answer[4]          # 0 none yet

    cdef i32 _begin(self, Ruleset ruleset) except -1
    cdef void clear(self) noexcept nogil
    cdef void take_fields(self, Position other) noexcept nogil

cdef i32 total_points(Position p, i32 seat) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.bits cimport popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, State, move_code
from catanlab.framework.types cimport i8, i32, i64, u64
from catanlab.games.catan.bank cimport (
    allows_bank_trade,
    count_bank_trades,
    list_bank_trades,
    trade_with_bank,
)
from catanlab.games.catan.buildings cimport (
    build_city,
    build_settlement,
    collect_start,
    list_cities,
    list_settlements,
    may_pay_city,
    may_pay_settlement,
    open_nodes,
    setup_nodes,
)
from catanlab.games.catan.cards cimport (
    allows_plenty,
    buy_card,
    count_plenty,
    draw_card,
    draw_chances,
    list_monopoly,
    list_plenty,
    may_buy_card,
    may_play,
    play_knight,
    play_monopoly,
    play_plenty,
    play_road_building,
)
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.grid cimport NODE_EDGES
from catanlab.games.catan.hands cimport held, size
from catanlab.games.catan.phases cimport check_win, end_turn, next_setup_step, resume
from catanlab.games.catan.position cimport Position, total_points
from catanlab.games.catan.production cimport produce
from catanlab.games.catan.roads cimport (
    allows_road,
    build_road,
    count_roads,
    list_roads,
    list_setup_roads,
    longest_road,
    may_pay_road,
    roads_left,
)
from catanlab.games.catan.robber cimport (
    allows_robber,
    discard,
    list_discards,
    list_robber,
    move_robber,
    start_robbery,
    steal,
)
from catanlab.games.catan.setup cimport Setup
from catanlab.games.catan.shares cimport draw_blindly, list_shares
from catanlab.games.catan.trade cimport (
    allows_confirm,
    allows_counter,
    allows_offer,
    allows_take,
    close_offer,
    confirm,
    count_choices,
    count_counters,
    count_offers,
    draw_counter,
    draw_offer,
    give_answer,
    list_choices,
    list_counters,
    list_offers,
    make_offer,
    may_accept,
    may_offer,
    take_counter,
)

cdef enum:
    LIST_ROOM = 512     # more than any list needs: 72 roads, 54 nodes, 70 offers, ...

cdef i8 DICE_SUMS[36]
cdef i8 WAYS[13]

@cython.final
cdef class CatanState(Position):
    # Scratch for listing: moves counted per group, and the groups that have any.
    cdef i32 menu[19]
    cdef i32 open_group[19]
    cdef i32 count_menu(self) noexcept nogil
    cdef i32 enter(self, i32 n, i32 group, i32 count) noexcept nogil
    cdef i32 count_actions(self) noexcept nogil
    cdef i32 draw_in_group(self, i32 group, i32 k, MoveBuffer out) except -1 nogil
    cdef i32 random_in_phase(self, Random random, MoveBuffer out) except -1 nogil
    cdef i32 list_group(self, i32 group, MoveBuffer out, i32 n) noexcept nogil
    cdef i32 list_phase(self, MoveBuffer out) noexcept nogil
    cdef bint allows_setup_road(self, i64 edge) noexcept nogil
    cdef bint allows_action(self, i64 group, i64 argument) noexcept nogil
    cdef void pay(self, u64 cost) noexcept nogil
    cdef void place_road(self, i32 edge) noexcept nogil
    cdef void place_settlement(self, i32 node) noexcept nogil

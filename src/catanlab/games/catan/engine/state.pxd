cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, State, move_code
from catanlab.framework.types cimport i8, i32, i64, u64
from catanlab.games.catan.engine.trade cimport (
    allows_bank_trade,
    allows_confirm,
    allows_counter,
    allows_offer,
    allows_take,
    close_offer,
    confirm,
    give_answer,
    make_offer,
    may_accept,
    take_counter,
    trade_with_bank,
)
from catanlab.games.catan.engine.roads_and_buildings cimport (
    allows_road,
    build_city,
    build_road,
    build_settlement,
    collect_start,
    count_roads,
    may_pay_city,
    may_pay_road,
    may_pay_settlement,
    open_nodes,
    roads_left,
    setup_nodes,
)
from catanlab.games.catan.engine.cards cimport (
    allows_plenty,
    buy_card,
    draw_blindly,
    draw_card,
    draw_chances,
    list_shares,
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
from catanlab.games.catan.engine.legal_moves cimport draw_by_group, draw_move, draw_weighted, list_menu
from catanlab.games.catan.engine.turn_order cimport check_win, end_turn, next_setup_step, resume
from catanlab.games.catan.engine.position cimport Position, Setup, total_points
from catanlab.games.catan.engine.production_and_robber cimport (
    allows_robber,
    discard,
    move_robber,
    produce,
    start_robbery,
    steal,
)

cdef i8 DICE_SUMS[36]
cdef i8 WAYS[13]

@cython.final
cdef class CatanState(Position):
    cdef bint allows_setup_road(self, i64 edge) noexcept nogil
    cdef bint allows_action(self, i64 group, i64 argument) noexcept nogil
    cdef void pay(self, u64 cost) noexcept nogil
    cdef void place_road(self, i32 edge) noexcept nogil
    cdef void place_settlement(self, i32 node) noexcept nogil

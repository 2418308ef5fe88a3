cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer, drop_lowest, lowest_bit, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, u32
from catanlab.games.catan.engine.trade cimport (
    answer_groups,
    choice_groups,
    choice_seats,
    count_bank_trades,
    count_counters,
    count_offers,
    list_bank_trades,
    list_choices,
    list_counters,
    list_offers,
    may_offer,
    may_trade_with_bank,
    nth_counter,
    nth_offer,
)
from catanlab.games.catan.engine.roads_and_buildings cimport (
    count_roads,
    list_cities,
    list_roads,
    list_settlements,
    list_setup_roads,
    may_pay_city,
    may_pay_road,
    may_pay_settlement,
    open_nodes,
    setup_nodes,
)
from catanlab.games.catan.engine.cards cimport (
    count_plenty,
    draw_blindly,
    list_monopoly,
    list_plenty,
    may_buy_card,
    may_play,
)
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.production_and_robber cimport count_robber, list_discards, list_robber, nth_robber

# No list needs more than the room of every buffer: 72 roads, 54 nodes, 70 offers, ...
cdef u32 open_groups(Position p) noexcept nogil
cdef u32 _action_groups(Position p) noexcept nogil
cdef u32 _card_groups(Position p) noexcept nogil
cdef i32 list_menu(Position p, MoveBuffer out) noexcept nogil
cdef void draw_move(Position p, Random random, MoveBuffer out) noexcept nogil
cdef void draw_by_group(Position p, Random random, MoveBuffer out) noexcept nogil
cdef void draw_weighted(Position p, Random random, ValueBuffer weights, MoveBuffer out) noexcept nogil
cdef i32 _weighted_group(u32 groups, double mark, ValueBuffer weights) noexcept nogil
cdef i32 _list_group(Position p, i32 group, MoveBuffer out, i32 n) noexcept nogil
cdef void _draw_from(Position p, i32 group, Random random, MoveBuffer out) noexcept nogil
cdef i32 _count(Position p, i32 group) noexcept nogil
cdef void _write(Position p, i32 group, i32 k, MoveBuffer out) noexcept nogil

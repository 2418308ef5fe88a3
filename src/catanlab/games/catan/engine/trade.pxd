from catanlab.framework.buffers cimport MoveBuffer, drop_lowest, lowest_bit, popcount
from catanlab.framework.state cimport GROUP_SHIFT, move_code
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.games.catan.codes cimport (
    ACCEPT,
    ADDRESSEE_SHIFT,
    ANSWERING,
    BANK_TRADE,
    BUNDLE_MASK,
    CANCEL,
    CHOOSING,
    CONFIRM,
    COUNTER,
    GET_SHIFT,
    MAX_IN_PLAY,
    OFFER,
    ONE_EACH,
    REJECT,
    SEAT_BITS,
    SEAT_SHIFT,
    TAKE_COUNTER,
)
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.turn_order cimport resume
from catanlab.games.catan.hands cimport cards, covers, held, lanes, unbundle

cdef u64 bank_stock(Position p) noexcept nogil
cdef bint may_trade_with_bank(Position p) noexcept nogil
cdef i32 count_bank_trades(Position p) noexcept nogil
cdef i32 list_bank_trades(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint is_legal_bank_trade(Position p, i64 argument) noexcept nogil
cdef void trade_with_bank(Position p, i64 argument) noexcept nogil

cdef bint may_offer(Position p) noexcept nogil
cdef i32 count_offers(Position p) noexcept nogil
cdef i32 list_offers(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint is_legal_offer(Position p, i64 argument) noexcept nogil
cdef void make_offer(Position p, i64 argument) noexcept nogil
cdef i64 nth_offer(Position p, i32 k) noexcept nogil
cdef i32 count_counters(Position p) noexcept nogil
cdef i32 list_counters(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef i64 nth_counter(Position p, i32 k) noexcept nogil
cdef u32 answer_groups(Position p) noexcept nogil
cdef i32 answerer(Position p, i64 move) noexcept nogil
cdef bint owes_answer(Position p, i32 seat) noexcept nogil
cdef bint may_accept(Position p, i32 seat) noexcept nogil
cdef bint is_legal_accept(Position p, i64 argument) noexcept nogil
cdef bint is_legal_reject(Position p, i64 argument) noexcept nogil
cdef bint is_legal_counter(Position p, i64 argument) noexcept nogil
cdef void give_answer(Position p, i64 move) noexcept nogil
cdef u32 choice_groups(Position p) noexcept nogil
cdef u32 choice_seats(Position p, i32 group) noexcept nogil
cdef i32 list_choices(Position p, i32 group, MoveBuffer out, i32 n) noexcept nogil
cdef bint is_legal_confirm(Position p, i64 seat) noexcept nogil
cdef bint is_legal_take_counter(Position p, i64 seat) noexcept nogil
cdef void confirm(Position p, i32 seat) noexcept nogil
cdef void take_counter(Position p, i32 seat) noexcept nogil
cdef void close_offer(Position p) noexcept nogil
cdef i32 partner(i64 move) noexcept nogil
cdef bint is_legal_deal(Position p, i64 argument) noexcept nogil
cdef void make_deal(Position p, i64 argument) noexcept nogil
cdef i64 _mirrored(i64 offer) noexcept nogil
cdef bint _is_fair(i64 argument) noexcept nogil
cdef i32 _list_row(Position p, i32 first, i32 second, i32 count, MoveBuffer out, i32 n) noexcept nogil
cdef i64 _offer(Position p, i32 first, i32 second, i32 count, i32 place) noexcept nogil
cdef u64 _counter_gets(Position p, i32 give, u64 offered) noexcept nogil
cdef i64 _counter(i32 give, i32 get) noexcept nogil
cdef i32 _nth_kind(u64 marks, i32 k) noexcept nogil
cdef void _next_answerer(Position p, i32 offset) noexcept nogil
cdef bint _ask(Position p, i32 first, i32 end) noexcept nogil
cdef void _exchange(Position p, i32 giver, i32 getter, i64 argument) noexcept nogil

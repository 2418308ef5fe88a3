from catanlab.framework.bits cimport popcount
from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.games.catan.codes cimport BANK_TRADE, BUNDLE_MASK, GET_SHIFT, MOST_IN_PLAY, ONE_EACH
from catanlab.games.catan.hands cimport held, lanes, unbundle
from catanlab.games.catan.engine.turn_order cimport resume
from catanlab.games.catan.engine.position cimport Position

cdef u64 bank_stock(Position p) noexcept nogil
cdef bint may_trade_with_bank(Position p) noexcept nogil
cdef i32 count_bank_trades(Position p) noexcept nogil
cdef i32 list_bank_trades(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint allows_bank_trade(Position p, i64 argument) noexcept nogil
cdef void trade_with_bank(Position p, i64 argument) noexcept nogil

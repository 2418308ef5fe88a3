from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport move_code
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.hands cimport held, size

cdef i32 list_shares(i32 group, u64 cards, MoveBuffer out, ValueBuffer probabilities) noexcept nogil
cdef i32 draw_blindly(u64 cards, Random random) noexcept nogil

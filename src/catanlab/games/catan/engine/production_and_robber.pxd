from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer, drop_lowest, lowest_bit, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, move_code
from catanlab.framework.types cimport i8, i32, i64, u32, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.turn_order cimport resume
from catanlab.games.catan.hands cimport cards, held, size

cdef i8 DICE_SUMS[36]       # every pair of dice once, the sevens last
cdef i8 WAYS[13]            # how many pairs make each sum

# The dice and production.
cdef bint sevens_count(Position p) noexcept nogil
cdef i32 list_dice(Position p, MoveBuffer out, ValueBuffer probabilities) noexcept nogil
cdef i32 draw_dice(Position p, Random random) noexcept nogil
cdef bint is_legal_dice(Position p, i64 total) noexcept nogil
cdef void take_dice(Position p, i32 total) noexcept nogil
cdef void produce(Position p, i32 number) noexcept nogil
cdef void _pay(Position p, i32 resource, u32 claims) noexcept nogil

# Discards, the robber and the stolen card.
cdef void start_robbery(Position p) noexcept nogil
cdef i32 list_discards(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef i32 discarder(Position p, i64 move) noexcept nogil
cdef bint is_legal_discard(Position p, i64 argument) noexcept nogil
cdef void discard(Position p, i64 argument) noexcept nogil
cdef u32 robber_hexes(Position p) noexcept nogil
cdef u32 robbable(Position p) noexcept nogil
cdef i32 count_robber(Position p) noexcept nogil
cdef i32 list_robber(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef i64 nth_robber(Position p, i32 k) noexcept nogil
cdef bint is_legal_robber(Position p, i64 argument) noexcept nogil
cdef void move_robber(Position p, i64 argument) noexcept nogil
cdef void steal(Position p, i32 resource) noexcept nogil
cdef void _next_discarder(Position p) noexcept nogil
cdef u32 _victims(Position p, i32 hexagon, u32 others) noexcept nogil
cdef i64 _to(i32 hexagon, u32 victims) noexcept nogil

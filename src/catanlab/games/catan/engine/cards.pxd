from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport count_roads, roads_left
from catanlab.games.catan.engine.trade cimport bank_stock
from catanlab.games.catan.engine.turn_order cimport check_win, resume
from catanlab.games.catan.hands cimport cards, covers, held, lanes, size, unbundle

# Development cards.
cdef bint may_buy_card(Position p) noexcept nogil
cdef void buy_card(Position p) noexcept nogil
cdef void draw_card(Position p, i32 kind) noexcept nogil
cdef bint may_play(Position p, i32 kind) noexcept nogil
cdef i32 count_plenty(Position p) noexcept nogil
cdef i32 list_plenty(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint is_legal_plenty(Position p, i64 argument) noexcept nogil
cdef i32 list_monopoly(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef void play_knight(Position p) noexcept nogil
cdef bint award_largest_army(Position p, i32 seat) noexcept nogil
cdef void play_road_building(Position p) noexcept nogil
cdef void play_plenty(Position p, i64 argument) noexcept nogil
cdef void play_monopoly(Position p, i32 resource) noexcept nogil
cdef void _spend(Position p, i32 kind) noexcept nogil

# Cards that chance takes from the deck or from a hand.
cdef u64 hidden_stack(Position p) noexcept nogil
cdef bint is_legal_random_card(Position p, i64 kind) noexcept nogil
cdef i32 list_random_cards(i32 group, u64 stack, MoveBuffer out, ValueBuffer probabilities) noexcept nogil
cdef i32 draw_random_card(u64 stack, Random random) noexcept nogil

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer, popcount
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport (
    AWARD_POINTS,
    BEFORE_ROLL,
    BUNDLE_MASK,
    CARD_COST,
    DRAW,
    DRAWING,
    FREE_ROADS,
    GET_SHIFT,
    KNIGHT,
    LARGEST_ARMY_MINIMUM,
    MONOPOLY,
    ONE_EACH,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    ROAD_BUILDING,
    ROBBING,
    YEAR_OF_PLENTY,
)
from catanlab.games.catan.engine.trade cimport bank_stock
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads_and_buildings cimport count_roads, roads_left
from catanlab.games.catan.engine.turn_order cimport check_win, resume
from catanlab.games.catan.hands cimport cards, covers, held, lanes, size, unbundle

cdef bint may_buy_card(Position p) noexcept nogil
cdef void buy_card(Position p) noexcept nogil
cdef i32 draw_chances(Position p, MoveBuffer out, ValueBuffer probabilities) noexcept nogil
cdef void draw_card(Position p, i32 kind) noexcept nogil
cdef bint may_play(Position p, i32 kind) noexcept nogil
cdef i32 count_plenty(Position p) noexcept nogil
cdef i32 list_plenty(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef bint allows_plenty(Position p, i64 argument) noexcept nogil
cdef i32 list_monopoly(Position p, MoveBuffer out, i32 n) noexcept nogil
cdef void play_knight(Position p) noexcept nogil
cdef bint award_largest_army(Position p, i32 seat) noexcept nogil
cdef void play_road_building(Position p) noexcept nogil
cdef void play_plenty(Position p, i64 argument) noexcept nogil
cdef void play_monopoly(Position p, i32 resource) noexcept nogil
cdef void _spend(Position p, i32 kind) noexcept nogil

cdef i32 list_shares(i32 group, u64 cards, MoveBuffer out, ValueBuffer probabilities) noexcept nogil
cdef i32 draw_blindly(u64 cards, Random random) noexcept nogil

cimport cython

from catanlab.framework.buffers cimport ValueBuffer, lowest_bit, popcount
from catanlab.framework.types cimport i8, i32, i64, u32, u64
from catanlab.games.catan.board cimport Board
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.production_and_robber cimport WAYS
from catanlab.games.catan.engine.roads_and_buildings cimport roads_left
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.grid cimport NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS
from catanlab.games.catan.hands cimport cards, held, size

cdef enum:
    HEXAGONS = 19
    MAX_PIPS = 256
    REACH = 3           # roads to look ahead

    # the places of features in the block of a seat
    F_POINTS = 0
    F_LONGEST_ROAD = 1
    F_LARGEST_ARMY = 2
    F_KNIGHTS = 3
    F_ROAD_LENGTH = 4
    F_ROADS_LEFT = 5
    F_SETTLEMENTS_LEFT = 6
    F_CITIES_LEFT = 7
    F_INCOME = 8
    F_ROBBED = 13
    F_PORT = 18
    F_HAND = 23
    F_EXCESS = 24
    F_CARDS = 25
    F_GROWTH = 26
    F_PACE = 27
    F_SITE = 31
    F_ARMY = 35
    SEAT_FEATURES = 36

    # after the blocks of four seats
    F_OWN_HAND = 144
    F_OWN_CARDS = 149
    F_PROSPECT = 154
    F_BEST = 158
    F_SECOND = 159
    F_WIN = 160
    F_ON_TURN = 161
    F_ROLLED = 165
    F_DECK = 166
    F_BANK = 167
    FEATURES = 172

cdef double ADDED_ROLLS, MAX_ROLLS, POINTS_PER_GROWTH, ROBBERY_POINTS, BANK_WEIGHT

cdef double RATE[256]       # cards from a roll, by pips
cdef double WORTH[256]      # what they are worth, the more the less each
cdef double INVERSE[5]      # by ratio
cdef double WEIGHT[5]       # by resource

@cython.final
cdef class FeatureCache:
    cdef u64 pips[4]
    cdef u64 ratio[4]
    cdef double worth[4]
    cdef double pace[16]        # seat * 4 + kind
    cdef double site[16]        # seat * 4 + roads
    cdef u64 site_key[28]       # seat * 7: all that the sites depend on
    cdef void clear(self) noexcept nogil
    cdef void find_income(self, i32 seat, u64 pips, u64 ratio) noexcept nogil
    cdef void find_sites(self, Position p, i32 seat, u64 pips) noexcept nogil

cdef u64 seat_income(Position p, i32 seat) noexcept nogil
cdef u64 hex_income(Position p, i32 hexagon, i32 count) noexcept nogil
cdef u64 node_pips(Board board, i32 node) noexcept nogil
cdef u64 better_ratio(u64 ratio, i32 port) noexcept nogil
cdef double income_worth(u64 pips, u64 ratio) noexcept nogil
cdef double node_gain(Board board, i32 node, u64 pips, u64 ratio, double before) noexcept nogil
cdef double rolls_until(u64 need, u64 hand, u64 pips, u64 ratio) noexcept nogil
cdef i32 own_points(Position p, i32 seat) noexcept nogil
cdef i32 knights_lacking(Position p, i32 seat) noexcept nogil
cdef u64 unseen_cards(Position p, i32 seat) noexcept nogil
cdef void write_sites(Position p, i32 seat, u64 pips, double before, FeatureCache cache) noexcept nogil
cdef void write_seat(Position p, i32 seat, bint own, ValueBuffer out, i32 at, FeatureCache cache) noexcept nogil
cdef void write_prospects(Position p, i32 seat, ValueBuffer out, FeatureCache cache) noexcept nogil
cdef void add_prospect(ValueBuffer out, i32 place, double gain, double rolls, bint wins) noexcept nogil
cdef void write_features(Position p, i32 seat, ValueBuffer out, FeatureCache cache) noexcept nogil

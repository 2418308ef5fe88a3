from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i8, i32, u32
from catanlab.games.catan.board cimport Board, blank_board
from catanlab.games.catan.codes cimport DESERT

# Filled once, at import; read only.
cdef i8 TERRAIN[19]
cdef i8 PORTS[9]
cdef i8 NUMBERS[18]
cdef i8 REDS[4]             # the numbers 6 and 8
cdef i8 OTHERS[14]          # the rest
cdef i8 LETTERS[18]         # the numbers in the order of their letters
cdef i8 SPIRALS[114]        # walk * 19 + step
cdef u32 APART[532]         # every four hexes of which no two touch, as bit sets
cdef i32 APART_COUNT[19]    # how many of them leave a hex out

cpdef Board make_board(object layout, Random random)
cdef void lay_spiral(Board board, Random random) noexcept nogil
cdef void lay_random_numbers(Board board, Random random) noexcept nogil
cdef void lay_no_adjacent_reds(Board board, Random random) noexcept nogil
cdef u32 _red_places(i32 desert, i32 k) noexcept nogil
cdef void _lay_terrain(Board board, Random random) noexcept nogil
cdef void _shuffle(i8* values, i8* out, i32 count, Random random) noexcept nogil

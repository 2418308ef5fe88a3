cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.hands cimport cards, covers, held, size

cdef enum:
    MAX_WORLDS = 16384
    FEWER_WORLDS = 4096
    REBUILT_WORLDS = 256

@cython.final
cdef class Belief:
    cdef i32 players
    cdef readonly i32 count
    cdef readonly bint exact
    cdef MoveBuffer hands       # world * 4 + seat
    cdef ValueBuffer weights
    cdef MoveBuffer next_hands  # where a split collects its worlds
    cdef ValueBuffer next_weights
    cdef i32 next_count
    cdef MoveBuffer slots       # hash table of a split: world + 1, or 0
    cdef i32 slot_mask
    cdef i32 sizes[4]           # cards in each hand
    cdef u64 least[4]           # bounds, kept up once worlds were dropped
    cdef u64 most[4]

    cdef i32 _begin(self, i32 players, object hands) except -1
    cdef i32 require(self, i32 seat, u64 needed) except -1 nogil
    cdef i32 require_count(self, i32 seat, i32 resource, i32 count) except -1 nogil
    cdef i32 shift(self, i32 seat, u64 gained, u64 lost) except -1 nogil
    cdef i32 steal_seen(self, i32 thief, i32 victim, i32 resource) except -1 nogil
    cdef i32 steal_hidden(self, i32 thief, i32 victim) except -1 nogil
    cdef i32 discard_hidden(self, i32 seat) except -1 nogil
    cdef i32 draw(self, Random random, MoveBuffer out) noexcept nogil
    cdef i32 copy_from(self, Belief other) except -1 nogil
    cdef void find_bounds(self) noexcept nogil
    cdef i32 _end_filter(self, i32 kept) except -1 nogil
    cdef void _keep(self, i32 world, i32 kept) noexcept nogil
    cdef i32 _start_split(self, i32 ways) except -1 nogil
    cdef void _add(self, i32 world, i32 loser, i32 gainer, i32 resource, double weight) noexcept nogil
    cdef i32 _end_split(self) except -1 nogil
    cdef void _thin(self) noexcept nogil
    cdef i32 _rebuild(self) except -1 nogil
    cdef u64 _fill(self, i32 seat, Random random) noexcept nogil

cdef u64 _lower(u64 hand, u64 lost) noexcept nogil

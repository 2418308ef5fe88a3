cimport cython

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.types cimport i32, i64

cdef enum:
    CHANCE = 100        # from to_move_c() when chance decides next
    OVER = 101          # from to_move_c() when the game has ended
    GROUP_SHIFT = 54    # a move's group is its bits from here on
    MAX_GROUPS = 512    # groups that fit into those bits

cdef inline i64 move_code(i64 group, i64 argument) noexcept nogil:
    return (group << GROUP_SHIFT) | argument

# The native face; state.py has a paragraph for each method, and a table of the names in Python.
cdef class State:
    cdef readonly object game
    cdef i32 to_move_c(self) except -1 nogil
    cdef i32 deciders_c(self) except -1 nogil
    cdef i32 question_c(self) except -1 nogil
    cdef i32 mover_c(self, i64 move) except -1 nogil
    cdef i32 by_c(self, i64 move, i32 seat, MoveBuffer out) except -1 nogil
    cdef i32 ask_c(self, i32 seat) except -1 nogil
    cdef i32 legal(self, MoveBuffer out) except -1 nogil
    cdef i32 is_legal_c(self, i64 move) except -1 nogil
    cdef i32 outcomes_c(self, MoveBuffer out, ValueBuffer probabilities) except -1 nogil
    cdef i32 chance_kind_c(self) except -1 nogil
    cdef i32 sample(self, Random random, MoveBuffer out) except -1 nogil
    cdef i32 random_move(self, Random random, MoveBuffer out) except -1 nogil
    cdef i32 random_by_group(self, Random random, MoveBuffer out) except -1 nogil
    cdef i32 random_weighted(self, Random random, ValueBuffer weights, MoveBuffer out) except -1 nogil
    cdef i32 apply_c(self, i64 move) except -1 nogil
    cdef i32 returns_c(self, ValueBuffer out) except -1 nogil
    cdef i32 copy_from(self, State other) except -1 nogil
    cdef i32 seats_c(self) except -1 nogil
    cdef i32 score(self, i32 seat) except -1 nogil
    cdef i32 turn_c(self) except -1 nogil
    cdef i32 seen_c(self, i64 move, i32 seat, MoveBuffer out) except -1 nogil
    cpdef State blank(self)

cdef class Sampler:
    cdef readonly object game
    cdef int draw(self, State state, Random random) except -1 nogil

@cython.final
cdef class FixedSampler(Sampler):
    cdef State state

@cython.final
cdef class PlainSampler(Sampler):
    cdef object view

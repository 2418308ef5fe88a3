cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, Sampler, State, move_code
from catanlab.framework.types cimport i32, i64, u32, u64
from catanlab.framework.adapter cimport Wrapper
from catanlab.games.catan.codes cimport BEFORE_ROLL, MAIN, MAX_IN_PLAY, OFFER, ROLL
from catanlab.games.catan.engine.legal_moves cimport list_group, open_groups
from catanlab.games.catan.engine.position cimport Position, total_points
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.engine.trade cimport bank_stock
from catanlab.games.catan.hands cimport held, size
from catanlab.games.catan.turns.codes cimport COMBINATION, FIRST_TURN_GROUP, MIX_SEED, MAX_SEQUENCES
from catanlab.games.catan.turns.sequences cimport Draft, Memo, mixed

cdef enum:
    LEVELS = 40         # more than the pieces and cards of a turn

cdef class Kind:
    cdef readonly object game       # the plain game
    cdef readonly dict options
    cdef Draft draft
    cdef MoveBuffer moves           # of a group, while it is gone through
    cdef list states                # to try moves on
    cdef void* levels[40]           # the same, for loops without Python
    cdef bint offers
    cdef bint lists_cards           # held development cards stand besides the turns
    cdef i32 make_list(self, CatanState p) except -1 nogil
    cdef i32 unfold(self, CatanState p, i64 code) except -1 nogil
    cdef i32 add_plain(self, CatanState p, u32 groups) except -1 nogil
    cpdef Kind twin(self)

cdef bint has_won(Position p) noexcept nogil
cdef u64 situation(Position p) noexcept nogil
cdef void stock_of(Position p, i32* stock) noexcept nogil
cdef bint can_fund(u64 hand, u64 ratio, i32* stock, u64 cost, i32 floor, u32 keep) noexcept nogil

@cython.final
cdef class TurnState(Wrapper):
    cdef CatanState plain           # the state inside
    cdef Kind kind
    cdef Memo memo
    cdef bint must_roll(self) noexcept nogil
    cdef i32 refresh(self) except -1 nogil
    cdef i32 write_steps(self, i64 move) except -1 nogil

@cython.final
cdef class TurnSampler(Sampler):
    cdef Sampler sampler

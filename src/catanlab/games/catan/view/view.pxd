cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport GROUP_SHIFT, Sampler, State
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.view.belief cimport Belief
from catanlab.games.catan.codes cimport DEAL, DICE, VICTORY_POINT
from catanlab.games.catan.hands cimport cards, held, size
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.cards cimport draw_random_card
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.view.view_json cimport write_counting, write_view

@cython.final
cdef class CatanView:
    cdef readonly object game
    cdef i32 viewer                 # the seat whose view it is; -1 for a spectator
    cdef readonly i32 decision      # how many moves and outcomes had been seen when the question was put
    cdef list seen                  # moves and outcomes as this seat saw them; the observer adds to it
    cdef i32 seen_count             # how many of them this view has
    cdef object log_tuple              # these as a tuple, once somebody asked
    cdef object typed               # the typed position, once somebody asked
    cdef CatanState public_state          # public fields and own cards; the rest is one guess
    cdef Belief belief
    cdef u64 pool                   # development cards this seat has not seen
    cdef i32 unknown[4]             # how many of them each other seat holds
    cdef i32 unknown_bought_this_turn          # of those, bought this turn by the seat on turn
    cdef i32 point_limit[4]         # victory point cards a seat can hold without having won
    cdef MoveBuffer hands

    cdef i32 _begin(self, object game, object seat) except -1
    cdef i32 deck_left(self) noexcept nogil
    cdef i32 last_dice(self) except -1
    cdef i32 sample_native(self, CatanState state, Random random) except -1 nogil
    cdef bint _deal(self, CatanState state, Random random) noexcept nogil
    cdef i32 copy_from(self, CatanView other) except -1
    cdef void _take_cards(self, CatanView other) noexcept

@cython.final
cdef class CatanSampler(Sampler):
    cdef CatanView view

cimport cython

cimport catanlab.games.catan.engine.trade as trade

from catanlab.framework.state cimport GROUP_SHIFT, OVER, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.view.belief cimport Belief
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.hands cimport cards, held, size, unbundle
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.view.view cimport CatanView

@cython.final
cdef class CatanObserver:
    cdef readonly object game
    cdef list log
    cdef CatanView now
    cdef u64 before[4]

    cdef i32 _begin(self, object game, object seat) except -1
    cdef i32 _take_in(self, i64 move) except -1
    cdef i32 _require(self, i64 group, i64 argument, i32 mover) except -1
    cdef i32 _show_world(self) except -1
    cdef i32 _play_open(self, i64 move) except -1
    cdef i32 _play_hidden_card(self, i64 move, i32 loser) except -1
    cdef i32 _draw_hidden(self) except -1
    cdef i32 _reveal(self, i64 kind) except -1
    cdef i32 _note_limits(self, i64 group) except -1

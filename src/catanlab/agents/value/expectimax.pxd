cimport cython

cimport catanlab.agents.value.features as f
cimport catanlab.games.catan.engine.production_and_robber as production_and_robber
cimport catanlab.games.catan.engine.roads_and_buildings as buildings

from catanlab.agents.value.one_ply cimport (
    Desk,
    LEAST_GAIN,
    OnePly,
    WON,
    gain_cards,
    gain_development_card,
    lose_cards,
)
from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport GROUP_SHIFT, move_code
from catanlab.framework.types cimport i32, i64, u64
from catanlab.games.catan.codes cimport *
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.production_and_robber cimport WAYS
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.hands cimport cards, held, size

cdef double UNSEEN

cdef enum:
    LEVELS = 7          # actions of a turn that are looked at together, and one more
    LINE = 8            # moves of a line that are kept

@cython.final
cdef class Level:
    cdef CatanState position    # after an action that is looked at
    cdef MoveBuffer moves       # the actions here
    cdef ValueBuffer values     # what each leads to at once
    cdef ValueBuffer found      # and in the best line, for those that were followed
    cdef MoveBuffer line        # the best line from here on; 0 ends it
    cdef Level deeper
    cdef i32 number
    cdef i32 count
    cdef void note(self, i64 move, double value) noexcept nogil

@cython.final
cdef class SearchDesk(Desk):
    cdef CatanState rolled      # after the end of the turn
    cdef Level top
    cdef void* listing          # the level that collects the moves that are weighed
    cdef i32 collects           # 0 or 1
    cdef i32 nodes              # positions looked at in this decision
    cdef u64 kept_hand          # the hand after the best discards

@cython.final
cdef class Expectimax(OnePly):
    cdef readonly i32 depth
    cdef readonly i32 width
    cdef readonly i32 nodes
    cdef SearchDesk spare       # for the evaluation of hands
    cdef bint believes
    cdef double believed[20]    # seat * 5 + resource: cards that it is believed to hold, on average

    cdef i64 discard(self, SearchDesk desk, Position p) noexcept nogil
    cdef i32 search_turn(self, SearchDesk desk, Position p) except -1 nogil
    cdef double explore(self, SearchDesk desk, Level level, Position p) except? -1.5 nogil
    cdef double follow(self, SearchDesk desk, Level level, Position p, i32 place) except? -1.5 nogil
    cdef double stand(self, SearchDesk desk, Position p) except? -1.5 nogil
    cdef double robbed(self, SearchDesk desk, Position p) except? -1.5 nogil
    cdef void best_discards(self, SearchDesk desk, Position p, i32 resource, i32 left, u64 hand) noexcept nogil
    cdef i32 take_robbery(self, SearchDesk desk, Position p, CatanState q, i64 move) except -1 nogil
    cdef i32 lay_free_roads(self, SearchDesk desk, CatanState q) except -1 nogil
    cdef i32 take_monopoly(self, SearchDesk desk, Position p, CatanState q, i32 resource) except -1 nogil
    cdef i32 likely_card(self, Position p, i32 victim) noexcept nogil
    cdef double share(self, Position p, i32 seat, i32 resource) noexcept nogil

cdef void pass_turn(CatanState q, Position p) noexcept nogil

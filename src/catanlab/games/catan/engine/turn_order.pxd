from catanlab.framework.state cimport OVER
from catanlab.framework.types cimport i32
from catanlab.games.catan.codes cimport BEFORE_ROLL, FINISHED, MAIN, SETUP_SETTLEMENT
from catanlab.games.catan.engine.position cimport Position, total_points

cdef void resume(Position p) noexcept nogil
cdef void end_turn(Position p) noexcept nogil
cdef void begin_turn(Position p, i32 seat) noexcept nogil
cdef void check_win(Position p) noexcept nogil
cdef void next_setup_step(Position p) noexcept nogil
cdef void _finish(Position p, i32 winner) noexcept nogil
cdef i32 _leader(Position p, i32 first) noexcept nogil
cdef void _finish_at_limit(Position p) noexcept nogil

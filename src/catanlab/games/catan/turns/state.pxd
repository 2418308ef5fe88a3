cimport cython

from catanlab.framework.buffers cimport MoveBuffer
from catanlab.framework.state cimport CHANCE, GROUP_SHIFT, OVER, Sampler, State
from catanlab.framework.types cimport i32, i64
from catanlab.framework.adapter cimport Wrapper
from catanlab.games.catan.codes cimport MAIN, OFFER
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.turns.codes cimport COMBINATION, FIRST_TURN_GROUP, MAX_SEQUENCES
from catanlab.games.catan.turns.kind cimport Kind, situation
from catanlab.games.catan.turns.sequences cimport Memo

@cython.final
cdef class TurnState(Wrapper):
    cdef CatanState plain           # the state inside
    cdef Kind kind
    cdef Memo memo
    cdef i32 refresh(self) except -1 nogil
    cdef i32 write_steps(self, i64 move) except -1 nogil

@cython.final
cdef class TurnSampler(Sampler):
    cdef Sampler sampler

from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport CHANCE, OVER, State
from catanlab.framework.types cimport i32, i64, u32, u64

cdef i64 playout(State state, Random random, MoveBuffer moves, bint by_group, i32 max_turns) except -2 nogil

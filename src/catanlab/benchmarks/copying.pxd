from catanlab.framework.state cimport State
from catanlab.framework.types cimport i32, i64

cdef i32 copy_over(State target, State source, i64 count) except -1 nogil

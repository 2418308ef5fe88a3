cimport cython

from catanlab.agents.value.one_ply cimport NetOnePly, OnePly
from catanlab.framework.buffers cimport MoveBuffer, ValueBuffer
from catanlab.framework.random cimport Random
from catanlab.framework.state cimport State
from catanlab.framework.types cimport i32
from catanlab.playout.evaluations cimport Evaluation
from catanlab.search.candidates cimport Priors

cdef double CHOSEN_WEIGHT

@cython.final
cdef class NetEvaluation(Evaluation):
    cdef OnePly policy

@cython.final
cdef class NetPriors(Priors):
    cdef NetOnePly policy
    cdef Random random
    cdef MoveBuffer chosen

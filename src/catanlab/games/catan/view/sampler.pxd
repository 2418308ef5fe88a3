cimport cython

from catanlab.framework.random cimport Random
from catanlab.framework.state cimport Sampler, State
from catanlab.games.catan.engine.state cimport CatanState
from catanlab.games.catan.view.view cimport CatanView

@cython.final
cdef class CatanSampler(Sampler):
    cdef CatanView view

cimport cython

from catanlab.playout.policies cimport Policy

@cython.final
cdef class Builder(Policy):
    pass

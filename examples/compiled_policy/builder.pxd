cimport cython

from catanlab.search.policy cimport Policy

@cython.final
cdef class Builder(Policy):
    pass

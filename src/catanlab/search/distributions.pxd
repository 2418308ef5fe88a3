from catanlab.framework.random cimport Random

cdef double normal(Random random) noexcept nogil
cdef double gamma(Random random, double shape) noexcept nogil
cdef double beta(Random random, double a, double b) noexcept nogil

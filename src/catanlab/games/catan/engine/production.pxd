from catanlab.framework.bits cimport lowest_bit
from catanlab.framework.types cimport i32, u32
from catanlab.games.catan.codes cimport MOST_IN_PLAY
from catanlab.games.catan.hands cimport cards, held
from catanlab.games.catan.engine.position cimport Position

cdef void produce(Position p, i32 number) noexcept nogil
cdef void _pay(Position p, i32 resource, u32 claims) noexcept nogil

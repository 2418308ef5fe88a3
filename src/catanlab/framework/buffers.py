"""Native lists that states write their moves and values into, and sets of small integers as bit masks."""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    MIN_CAPACITY = 512

    def popcount(mask):
        return mask.bit_count()

    def lowest_bit(mask):
        return (mask & -mask).bit_length() - 1

    def drop_lowest(mask, count):
        for _ in range(count):
            mask &= mask - 1
        return mask


class MoveBuffer:
    """A growing list of moves with room for 512 from the start.

    A writer that may need more calls `reserve` first, then fills `items`.
    """

    def __init__(self, capacity=MIN_CAPACITY):
        if not cython.compiled:
            self.items = []
            self.capacity = 0
        self.reserve(max(capacity, MIN_CAPACITY))

    def __dealloc__(self):
        if cython.compiled:
            free(self.items)

    def reserve(self, size):
        """Make room for at least `size` items; those already written stay."""
        if size > self.capacity:
            if cython.compiled:
                grown = cython.cast(cython.p_longlong, realloc(self.items, size * 8))
                if grown == cython.NULL:
                    with cython.gil:
                        raise MemoryError
                self.items = grown
            else:
                self.items.extend([0] * (size - self.capacity))
            self.capacity = size
        return 0


class ValueBuffer:
    """A growing list of floats: probabilities of outcomes, returns of seats."""

    def __init__(self, capacity=64):
        if not cython.compiled:
            self.items = []
            self.capacity = 0
        self.reserve(max(capacity, 1))

    def __dealloc__(self):
        if cython.compiled:
            free(self.items)

    def reserve(self, size):
        """Make room for at least `size` items; those already written stay."""
        if size > self.capacity:
            if cython.compiled:
                grown = cython.cast(cython.p_double, realloc(self.items, size * 8))
                if grown == cython.NULL:
                    with cython.gil:
                        raise MemoryError
                self.items = grown
            else:
                self.items.extend([0.0] * (size - self.capacity))
            self.capacity = size
        return 0

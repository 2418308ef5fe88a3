"""A set of moves that is emptied at no cost: each entry bears the number of the filling it belongs to."""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    MULTIPLIER = 0x9E3779B97F4A7C15

__all__ = ["MoveSet"]


class MoveSet:
    """A growing set of 64-bit numbers, in an open table."""

    def __init__(self):
        if cython.compiled:
            self.build(10)
        else:
            self.members = set()

    def __dealloc__(self):
        if cython.compiled:
            free(self.keys)
            free(self.stamps)

    def clear(self):
        """Forget all members."""
        if not cython.compiled:
            self.members.clear()
            return
        self.size = 0
        self.stamp += 1

    def add(self, key):
        """Make a number a member."""
        if not cython.compiled:
            self.members.add(key)
            return 0
        place = self.place(key)
        if self.stamps[place] != self.stamp:
            if 2 * self.size >= (1 << self.bits):
                self.grow()
                place = self.place(key)
            self.keys[place] = key
            self.stamps[place] = self.stamp
            self.size += 1
        return 0

    def has(self, key):
        """Say whether a number is a member."""
        if not cython.compiled:
            return key in self.members
        return self.stamps[self.place(key)] == self.stamp

    def place(self, key):
        """Return where a number is, or the free place where it belongs."""
        mask: cython.uint = (1 << self.bits) - 1
        mixed: cython.ulonglong = cython.cast(cython.ulonglong, key) * MULTIPLIER
        place: cython.uint = cython.cast(cython.uint, mixed >> (64 - self.bits))
        while self.stamps[place] == self.stamp and self.keys[place] != key:
            place = (place + 1) & mask
        return place

    def build(self, bits):
        """Make an empty table of 2**bits places."""
        self.keys = cython.cast(cython.p_longlong, calloc(1 << bits, 8))
        self.stamps = cython.cast(cython.p_ulonglong, calloc(1 << bits, 8))
        if self.keys == cython.NULL or self.stamps == cython.NULL:
            with cython.gil:
                raise MemoryError
        self.bits = bits
        self.size = 0
        self.stamp = 1
        return 0

    def grow(self):
        """Double the table; the members stay."""
        keys = self.keys
        stamps = self.stamps
        stamp = self.stamp
        room = 1 << self.bits
        self.build(self.bits + 1)
        for i in range(room):
            if stamps[i] == stamp:
                self.add(keys[i])
        free(keys)
        free(stamps)
        return 0

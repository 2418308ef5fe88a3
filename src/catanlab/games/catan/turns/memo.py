"""Lists of turns that were made already: a search comes back to the same positions again and again."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer

    MEMO_SLOTS = 512
    MOST_CODES = 65536

__all__ = ["Memo"]


class Memo:
    """The latest lists by the key of their position, one for each slot; emptied when it has grown large."""

    def __init__(self):
        self.keys = MoveBuffer()
        self.places = MoveBuffer()
        self.codes = MoveBuffer()
        self.clear()

    def clear(self):
        """Forget every list."""
        for i in range(MEMO_SLOTS):
            self.places.items[i] = 0
        self.used = 0
        self.start = 0
        self.count = 0
        return 0

    def find(self, key):
        """Say whether the list of a position is known, and point to it."""
        slot = key & (MEMO_SLOTS - 1)
        place = self.places.items[slot]
        if place == 0 or self.keys.items[slot] != cython.cast(cython.longlong, key):
            return False
        self.start = place >> 16
        self.count = place & 0xFFFF
        return True

    def store(self, key, codes, count):
        """Keep the list of a position, and point to it."""
        if self.used + count > MOST_CODES:
            self.clear()
        self.codes.reserve(min(MOST_CODES, 2 * (self.used + count)))
        for i in range(count):
            self.codes.items[self.used + i] = codes.items[i]
        slot = key & (MEMO_SLOTS - 1)
        begin: cython.longlong = self.used
        self.keys.items[slot] = cython.cast(cython.longlong, key)
        self.places.items[slot] = (begin << 16) | count
        self.start = self.used
        self.count = count
        self.used += count
        return 0

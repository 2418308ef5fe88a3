"""Compact JSON written into a native buffer of bytes.

Every value is followed by a comma, which the end of a list or an object takes back: so nobody has to know
whether a value is the first or the last. Numbers and words of the game need no escapes.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy, strlen
else:
    from catanlab.framework.buffers import lowest_bit
    from catanlab.games.catan.hands import held

RESOURCE_NAMES = (b'"wood",', b'"clay",', b'"sheep",', b'"wheat",', b'"ore",')
CARD_NAMES = (b'"knight",', b'"road building",', b'"year of plenty",', b'"monopoly",', b'"victory point",')


class JsonBuffer:
    """A growing text of JSON."""

    def __cinit__(self):
        self.size = 0
        if cython.compiled:
            self.capacity = 0
            self.grow(4096)

    def __init__(self):
        if not cython.compiled:
            self.size = 0
            self.data = bytearray()

    def __dealloc__(self):
        if cython.compiled:
            free(self.data)

    def grow(self, capacity):
        """Make room for that many bytes."""
        if cython.compiled:
            grown = cython.cast(cython.p_char, realloc(self.data, capacity))
            if grown == cython.NULL:
                raise MemoryError
            self.data = grown
            self.capacity = capacity
        return 0

    def put(self, text):
        """Add bytes as they are."""
        if cython.compiled:
            length = strlen(text)
            if self.size + length > self.capacity:
                self.grow(2 * (self.size + length))
            memcpy(self.data + self.size, text, length)
            self.size += length
        else:
            self.data += text
            self.size = len(self.data)
        return 0

    def end(self, text):
        """End a list or an object: take back the comma of its last value and add the text."""
        if self.data[self.size - 1] == 44:  # a comma
            self.size -= 1
            if not cython.compiled:
                del self.data[-1]
        return self.put(text)

    def number(self, value):
        """Add a whole number."""
        if not cython.compiled:
            return self.put(b"%d," % value)
        if self.size + 24 > self.capacity:
            self.grow(2 * self.capacity)
        if value < 0:
            self.data[self.size] = 45  # a minus
            self.size += 1
            value = -value
        scale: cython.longlong = 1
        while value // scale >= 10:
            scale *= 10
        while scale:
            self.data[self.size] = cython.cast(cython.char, 48 + value // scale)
            self.size += 1
            value %= scale
            scale //= 10
        self.data[self.size] = 44  # a comma
        self.size += 1
        return 0

    def seat(self, value):
        """Add the number of a seat; nobody, a negative one, is null."""
        return self.put(b"null,") if value < 0 else self.number(value)

    def flag(self, value):
        """Add true or false."""
        return self.put(b"true,") if value else self.put(b"false,")

    def cards(self, hand):
        """Add the five counts of a packed hand."""
        self.put(b"[")
        for kind in range(5):
            self.number(held(hand, kind))
        return self.end(b"],")

    def members(self, mask):
        """Add the numbers in a bit mask, ascending."""
        self.put(b"[")
        while mask:
            self.number(lowest_bit(mask))
            mask &= mask - 1
        return self.end(b"],")

    def result(self):
        """Return the text, without the last comma."""
        if self.data[self.size - 1] == 44:
            self.size -= 1
        return self.data[: self.size] if cython.compiled else bytes(self.data[: self.size])

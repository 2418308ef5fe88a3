"""Turns as sequences of plain moves: their codes, the tables and lists that keep them.

The code of a sequence follows from its moves alone, so it is the same in every thread and process. A
table leads back from the code to the moves. Each wrapper has a table of its own: no lock is needed. A
table that has grown large is emptied; a code that is not found is found again by listing the turns of its
position.
"""

import cython

from catanlab.framework.errors import ConformanceError

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.state import GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.turns.groups import *  # noqa: F403

    MAX_STEPS = 255
    MAX_SEQUENCES = 65536
    MEMO_SLOTS = 512
    MAX_CODES = 65536
    MIXER = 0x9E6C63D0676A9A99
    MIX_SEED = 0x2545F4914F6CDD1D

    def mixed(hash_, value):
        hash_ = ((hash_ ^ value) * MIXER) & 0xFFFFFFFFFFFFFFFF
        return hash_ ^ (hash_ >> 29)


__all__ = ["Draft", "Memo", "Sequences", "turn_code"]


def code_of(steps, length):
    """Return the code of a turn: the move itself if it is only one, else its group and a hash."""
    if length == 1:
        return steps.items[0]
    hash_ = MIX_SEED
    found = 0
    for i in range(length):
        hash_ = mixed(hash_, steps.items[i])
        found |= 1 << (steps.items[i] >> GROUP_SHIFT)
    settles = (found >> SETTLEMENT) & 1
    if (found >> CITY) & 1:
        group = GRAND_TURN if settles else CITY_TURN
    elif settles:
        group = SETTLEMENT_TURN
    elif (found >> BUY_CARD) & 1:
        group = CARD_TURN
    else:
        group = ROAD_TURN if (found >> ROAD) & 1 else TRADE_TURN
    return move_code(group, cython.cast(cython.longlong, mixed(hash_, length) >> 10))


def turn_code(moves):
    """Return the code of a sequence of plain moves."""
    steps = MoveBuffer()
    length = len(moves)
    if not 1 <= length <= MAX_STEPS:
        raise ConformanceError(f"a turn has 1 to {MAX_STEPS} moves, not {length}")
    for i, move in enumerate(moves):
        steps.items[i] = int(move)
    return code_of(steps, length)


class Sequences:
    """A table from codes to sequences, of one thread."""

    def __init__(self):
        self.steps = MoveBuffer()
        self.codes = MoveBuffer()
        self.places = MoveBuffer()
        self.size = 512
        self.clear()

    def clear(self):
        """Forget every sequence."""
        for i in range(self.size):
            self.codes.items[i] = 0
        self.count = 0
        self.used = 0
        return 0

    def find(self, code):
        """Return the slot of a code, or the empty one where it would go."""
        mask = self.size - 1
        slot = code & mask
        while self.codes.items[slot] != 0 and self.codes.items[slot] != code:
            slot = (slot + 1) & mask
        return slot

    def keep(self, code, steps, length):
        """Keep a sequence under its code; raises ConformanceError if another goes by the same code."""
        slot = self.find(code)
        if self.codes.items[slot] == code:
            place = self.places.items[slot]
            start = place >> 8
            same: cython.bint = place & 255 == length
            for i in range(length):
                same = same and self.steps.items[start + i] == steps.items[i]
            if not same:
                with cython.gil:
                    raise ConformanceError(f"two turns have the same code {code}")
            return 0
        if 2 * self.count >= self.size:
            self.grow()
            slot = self.find(code)
        if self.used + length > self.steps.capacity:
            self.steps.reserve(2 * self.steps.capacity)
        for i in range(length):
            self.steps.items[self.used + i] = steps.items[i]
        begin: cython.longlong = self.used
        self.codes.items[slot] = code
        self.places.items[slot] = (begin << 8) | length
        self.used += length
        self.count += 1
        return 0

    def read(self, code, out):
        """Write the sequence of a code and return its length, 0 if the code is not known."""
        slot = self.find(code)
        if self.codes.items[slot] != code:
            return 0
        place = self.places.items[slot]
        start = place >> 8
        length = place & 255
        for i in range(length):
            out.items[i] = self.steps.items[start + i]
        return length

    def grow(self):
        """Double the slots."""
        old = self.size
        self.codes.reserve(3 * old)
        self.places.reserve(3 * old)
        # The old slots go to the end, out of the way of the new ones.
        for i in range(old):
            self.codes.items[2 * old + i] = self.codes.items[i]
            self.places.items[2 * old + i] = self.places.items[i]
        self.size = 2 * old
        for i in range(self.size):
            self.codes.items[i] = 0
        for i in range(2 * old, 3 * old):
            if self.codes.items[i]:
                slot = self.find(self.codes.items[i])
                self.codes.items[slot] = self.codes.items[i]
                self.places.items[slot] = self.places.items[i]
        return 0


class Draft:
    """The list of a position's turns while it is written, the turn being written, and the table of all."""

    def __init__(self, cap):
        self.table = Sequences()
        self.steps = MoveBuffer()
        self.listed = MoveBuffer()
        self.sorted = MoveBuffer()
        self.cap = cap
        self.begin()

    def begin(self):
        """Begin a new list."""
        self.length = 0
        self.count = 0
        self.full = False

    def add(self, code):
        """Add the code of a turn to the list, unless it is full."""
        if self.count >= self.cap:
            self.full = True
            return 0
        if self.count >= self.listed.capacity:
            self.listed.reserve(2 * self.listed.capacity)
        self.listed.items[self.count] = code
        self.count += 1
        return 0

    def push(self, move):
        """Add a move to the turn that is being written; one that grows too long stays as it is."""
        if self.length < MAX_STEPS:
            self.steps.items[self.length] = move
            self.length += 1

    def emit(self):
        """List the turn that was written, and keep it in the table."""
        if self.count >= self.cap:
            self.full = True
            return 0
        code = code_of(self.steps, self.length)
        if self.length > 1:
            self.table.keep(code, self.steps, self.length)
        return self.add(code)

    def sort(self):
        """Bring equal groups together; else the order stays."""
        starts = cython.declare(cython.int[33])
        for group in range(33):
            starts[group] = 0
        for i in range(self.count):
            starts[(self.listed.items[i] >> GROUP_SHIFT) + 1] += 1
        for group in range(32):
            starts[group + 1] += starts[group]
        self.sorted.reserve(self.count)
        for i in range(self.count):
            group = self.listed.items[i] >> GROUP_SHIFT
            self.sorted.items[starts[group]] = self.listed.items[i]
            starts[group] += 1
        return 0


class Memo:
    """Lists of turns that were made already: a search comes back to the same positions again and again.

    It keeps the latest list for each slot, by the key of its position. One that has grown large is emptied.
    """

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
        if self.used + count > MAX_CODES:
            self.clear()
        self.codes.reserve(min(MAX_CODES, 2 * (self.used + count)))
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

"""The list of a position's turns while it is written."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.games.catan.turns.sequences import MOST_STEPS, Sequences, code_of

__all__ = ["Draft"]


class Draft:
    """A list of turns, the turn that is just being written, and the table that keeps them all."""

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
        """List a turn by its code, unless the list is full."""
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
        if self.length < MOST_STEPS:
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

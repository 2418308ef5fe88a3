"""Perft: the number of sequences of moves and outcomes that follow a position, to catch changes of rules.

If one of these numbers differs by one, a rule has changed. They count every listed move and
every outcome of chance, whatever its probability, to an exact length: a game that ends before adds none.
"""

import cython

from catanlab.framework.arguments import whole_number

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import CHANCE, OVER, State

    SIGNALS_AT = 4

    def PyErr_CheckSignals():  # noqa: N802
        return 0


MAX_DEPTH = 100


class Level:
    """One depth of the tree: a position, its moves or outcomes, and the level below it."""

    def __init__(self, state, depth):
        self.state = state.copy()
        self.moves = MoveBuffer()
        self.probabilities = ValueBuffer()
        self.depth = depth
        self.below = Level(state, depth - 1) if depth > 1 else None

    def list_moves(self):
        """List the moves of the seat to move, or the outcomes of chance."""
        mover = self.state.to_move_c()
        if mover == OVER:
            return 0
        if mover == CHANCE:
            return self.state.outcomes_c(self.moves, self.probabilities)
        return self.state.legal(self.moves)

    def count(self):
        """Count into `leaves` the positions `depth` plies below."""
        self.leaves = 1
        if self.depth == 0:
            return 0
        n = self.list_moves()
        self.leaves = n
        if self.depth == 1:
            return 0
        if self.depth == SIGNALS_AT:
            with cython.gil:
                PyErr_CheckSignals()
        self.leaves = 0
        for i in range(n):
            self.below.state.copy_from(self.state)
            self.below.state.apply_c(self.moves.items[i])
            self.below.count()
            self.leaves += self.below.leaves
        return 0


def perft(state: State, depth):
    """Count the sequences of exactly `depth` listed moves and outcomes that follow the state.

    >>> from catanlab import Catan
    >>> perft(Catan(seed=1).start(), 2)
    144

    The state stays as it is. Raises ArgumentError for a depth that is not an integer from 0 to 100.
    """
    top = Level(state, whole_number("depth", depth, 0, MAX_DEPTH))
    with cython.nogil:
        top.count()
    return top.leaves


def divide(state: State, depth):
    """Count the same for each first move or outcome apart, in the order they are listed.

    >>> from catanlab.games.catan.game import Catan
    >>> counts = divide(Catan(seed=1).start(), 2)
    >>> counts[Catan.move_type.parse("settlement 0")], sum(counts.values())
    (2, 144)

    Raises ArgumentError for a depth that is not an integer from 1 to 100.
    """
    rest = whole_number("depth", depth, 1, MAX_DEPTH) - 1
    moves = state.legal_moves or [outcome for outcome, _ in state.outcomes]
    return {move: perft(state.copy().apply(move), rest) for move in moves}

"""States around another state, whose moves are longer than those of the state inside.

A search descends with the wrapper and may play out with `inner`, the plain state in the same position.
Whoever plays on `inner` plays for the wrapper as well: the two are one position.
"""

import cython

if not cython.compiled:
    from catanlab.framework.state import State

__all__ = ["Wrapper"]


class Wrapper(State):
    """A State that holds another; all but the moves of the seats is as inside."""

    def __init__(self, game, inner: State):
        State.__init__(self, game)
        self.inner = inner

    def unfold(self, move, out):
        """Write the moves of the inner state that a move of this position stands for; return how many."""
        out.items[0] = move
        return 1

    def mover(self):
        return self.inner.mover()

    def chances(self, out, probabilities):
        return self.inner.chances(out, probabilities)

    def due(self):
        return self.inner.due()

    def sample(self, random, out):
        return self.inner.sample(random, out)

    def payoffs(self, out):
        return self.inner.payoffs(out)

    def seat_count(self):
        return self.inner.seat_count()

    def points(self, seat):
        return self.inner.points(seat)

    def turns(self):
        return self.inner.turns()

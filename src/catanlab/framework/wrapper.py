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

    def to_move_c(self):
        return self.inner.to_move_c()

    def outcomes_c(self, out, probabilities):
        return self.inner.outcomes_c(out, probabilities)

    def chance_kind_c(self):
        return self.inner.chance_kind_c()

    def sample(self, random, out):
        return self.inner.sample(random, out)

    def returns_c(self, out):
        return self.inner.returns_c(out)

    def seats_c(self):
        return self.inner.seats_c()

    def score(self, seat):
        return self.inner.score(seat)

    def turn_c(self):
        return self.inner.turn_c()

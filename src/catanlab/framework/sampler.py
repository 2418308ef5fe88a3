"""Samplers: where a search begins each time, a position that could be the true one."""

import cython

from catanlab.framework.errors import GameError
from catanlab.framework.random import check_random

if not cython.compiled:
    from catanlab.framework.state import State

__all__ = ["FixedSampler", "PlainSampler", "Sampler"]


class Sampler:
    """Draws positions of a game; each thread has its own."""

    def __init__(self, game):
        self.game = game

    def draw(self, state, random):
        """Make `state`, which is of the same game, a position drawn from what may be the case."""
        with cython.gil:
            raise NotImplementedError("draw")

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return isinstance(state, State) and type(state) is not State and state.game is self.game

    def sample_into(self, state, random):
        """Do what `draw` does, for Python: raises GameError if the state is not one of the same game."""
        if not self.takes(state):
            raise GameError("only a state of the same game can be sampled into")
        check_random(random)
        self.draw(state, random)


class FixedSampler(Sampler):
    """Always one and the same position."""

    def __init__(self, state):
        if not isinstance(state, State):
            raise GameError(f"a sampler is of a state, not of {state!r}")
        Sampler.__init__(self, state.game)
        self.state = state.copy()

    def draw(self, state, random):
        return state.copy_from(self.state)

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return type(state) is type(self.state) and state.game is self.game


class PlainSampler(Sampler):
    """Asks the `sample` of a view that is plain Python, under the GIL."""

    def __init__(self, view):
        Sampler.__init__(self, view.game)
        self.view = view

    def draw(self, state, random):
        with cython.gil:
            drawn = self.view.sample(random)
            state.assign(drawn)
            return 0

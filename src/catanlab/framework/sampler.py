"""Samplers: where a search begins each time, a position that could be the true one."""

import cython

if not cython.compiled:
    from catanlab.framework.state import State

__all__ = ["FixedSampler", "PlainSampler", "Sampler"]


class Sampler:
    """Draws positions; each thread has its own."""

    def draw(self, state, random):
        """Make `state`, which is of the same game, a position drawn from what may be the case."""
        with cython.gil:
            raise NotImplementedError("draw")


class FixedSampler(Sampler):
    """Always one and the same position."""

    def __init__(self, state: State):
        self.state = state.copy()

    def draw(self, state, random):
        return state.copy_from(self.state)


class PlainSampler(Sampler):
    """Asks the `sample` of a view that is plain Python, under the GIL."""

    def __init__(self, view):
        self.view = view

    def draw(self, state, random):
        with cython.gil:
            drawn: State = self.view.sample(random)
            state.copy_from(drawn)
            return 0

"""Policies: how seats move in playouts and contests, without Python in the loop."""

import cython

if not cython.compiled:
    OTHER, UNIFORM, GROUP_FIRST = range(3)

__all__ = ["GroupFirst", "Policy", "Uniform"]


class Policy:
    """How a seat moves. It sees the true state: what it must not know it must not look at."""

    def __init__(self):
        self.kind = OTHER

    def choose(self, state, random, out):
        """Write a legal move of the seat to move into `out`."""
        with cython.gil:
            raise NotImplementedError("choose")


class Uniform(Policy):
    """Any listed move, each as likely as the others."""

    def __init__(self):
        self.kind = UNIFORM

    def choose(self, state, random, out):
        return state.random_move(random, out)


class GroupFirst(Policy):
    """A random group of moves, then one of that group."""

    def __init__(self):
        self.kind = GROUP_FIRST

    def choose(self, state, random, out):
        return state.random_by_group(random, out)

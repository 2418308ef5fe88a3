"""Policies: how seats move in playouts and contests, without Python in the loop."""

import cython

from catanlab.framework.errors import GameError, IllegalMoveError
from catanlab.framework.random import check_random
from catanlab.playout.group_weights import group_weights

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import CHANCE, MOST_GROUPS, State

    OTHER, UNIFORM, GROUP_FIRST = range(3)

__all__ = ["GroupFirst", "Policy", "Uniform", "Weighted"]


class Policy:
    """How a seat moves. It sees the true state: what it must not know it must not look at.

    One policy may serve several threads at once, so that `choose` leaves it as it is.
    """

    def __init__(self):
        self.kind = OTHER

    def choose(self, state, random, out):
        """Write a legal move of the seat to move into `out`, which is also room to work in."""
        with cython.gil:
            raise NotImplementedError("choose")

    def pick(self, state, random):
        """Return the move it makes in a state; raises IllegalMoveError if no seat is to move."""
        if not isinstance(state, State):
            raise GameError(f"a policy moves in a state, not in {state!r}")
        if state.to_move >= CHANCE:
            raise IllegalMoveError("no seat is to move here")
        check_random(random)
        out = MoveBuffer()
        self.choose(state, random, out)
        return state.game.move_type(out.items[0])


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


class Weighted(Policy):
    """A group of moves drawn by weight from those that are legal, then one of that group.

    The weights are a mapping by the names of groups, or a text such as `settlement*20+city*10`; a group
    that is not named weighs 1. What weighs 0 is drawn only if nothing else is legal. Raises ArgumentError.
    """

    def __init__(self, weights, move_type):
        self.kind = OTHER
        numbers = group_weights(weights, move_type)
        self.weights = ValueBuffer(MOST_GROUPS)
        for group in range(MOST_GROUPS):
            self.weights.items[group] = numbers[group] if group < len(numbers) else 1.0

    def choose(self, state, random, out):
        return state.random_weighted(random, self.weights, out)

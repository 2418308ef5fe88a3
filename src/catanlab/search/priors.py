"""Priors: weights and virtual wins that moves have before the first simulation.

A prior is a weight; PUCT divides it by the sum over the moves that can be chosen at the time, so that it is
conditioned on them. Virtual wins (Szita, Chaslot and Spronck 2010) are visits that were
all won, given to a child when it is discovered, and not to the nodes above it.
"""

from math import inf

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.framework.adapter import Wrapper
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.state import GROUP_SHIFT

    PRIOR_GROUPS = 32

__all__ = ["GroupPriors", "PlainPriors", "Priors"]


class Priors:
    """Gives each listed move of a position a weight and virtual wins."""

    def estimate(self, state, moves, count, priors, wins):
        """Write a weight and a number of virtual wins for each move; there is room for them."""
        with cython.gil:
            raise NotImplementedError("estimate")


class GroupPriors(Priors):
    """Priors by the group of a move: its weight is shared by all listed moves of the group.

    `weights` and `wins` list a number for each group; further groups weigh 1 and get no wins. If it
    `adds_up`, states must be wrappers, and a compound move gets the wins of all its moves (Martin).
    """

    def __init__(self, weights=(), wins=(), adds_up=False):
        if not cython.compiled:
            self.weights, self.virtual = [1.0] * PRIOR_GROUPS, [0.0] * PRIOR_GROUPS
        if max(len(weights), len(wins)) > PRIOR_GROUPS:
            raise ArgumentError(f"there are {PRIOR_GROUPS} groups of moves at most")
        for group in range(PRIOR_GROUPS):
            self.weights[group] = weights[group] if group < len(weights) else 1.0
            self.virtual[group] = wins[group] if group < len(wins) else 0.0
        self.adds_up = adds_up
        self.steps = MoveBuffer()

    def estimate(self, state, moves, count, priors, wins):
        sizes = cython.declare(cython.int[32])
        for group in range(PRIOR_GROUPS):
            sizes[group] = 0
        for i in range(count):
            sizes[(moves.items[i] >> GROUP_SHIFT) & 31] += 1
        for i in range(count):
            group = (moves.items[i] >> GROUP_SHIFT) & 31
            priors.items[i] = self.weights[group] / sizes[group]
            wins.items[i] = self.virtual[group]
            if self.adds_up:
                wins.items[i] = 0.0
                length = cython.cast(Wrapper, state).unfold(moves.items[i], self.steps)
                for step in range(length):
                    wins.items[i] += self.virtual[(self.steps.items[step] >> GROUP_SHIFT) & 31]
        return 0


class PlainPriors(Priors):
    """Asks a function in plain Python for the weights, under the GIL; virtual wins are those of `others`.

    `function(state, moves)` returns a number from 0 on for each of the listed moves.
    """

    def __init__(self, function, others: Priors):
        if not callable(function):
            raise ArgumentError(f"a prior is a function of a state and its moves, not {function!r}")
        self.function = function
        self.others = others

    def estimate(self, state, moves, count, priors, wins):
        self.others.estimate(state, moves, count, priors, wins)
        with cython.gil:
            move_type = state.game.move_type
            listed = [move_type(moves.items[i]) for i in range(count)]
            for i, weight in enumerate(_checked(self.function, state, listed)):
                priors.items[i] = weight
        return 0


def _checked(function, state, moves):
    """Return the weights that a function gives; raises ArgumentError unless there is one for each move."""
    name = getattr(function, "__name__", "the prior")
    weights = function(state, moves)
    try:
        numbers = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} returned {weights!r}, not a number for each move") from None
    if len(numbers) != len(moves) or not all(0.0 <= number < inf for number in numbers):
        raise ArgumentError(
            f"{name} returned {numbers}; it must be a number from 0 on for each of {len(moves)} moves"
        )
    return numbers

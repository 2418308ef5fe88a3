"""Evaluations: what a position that is not over is worth to each seat."""

import cython

__all__ = ["Evaluation", "Nothing"]


class Evaluation:
    """Says what a position is worth."""

    def value(self, state, out):
        """Write a value from 0 to 1 for every seat."""
        with cython.gil:
            raise NotImplementedError("value")


class Nothing(Evaluation):
    """Nobody has won."""

    def value(self, state, out):
        with cython.gil:
            raise NotImplementedError("value")

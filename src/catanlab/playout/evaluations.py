"""Evaluations: the value of an unfinished position to each seat, for playouts that are cut."""

import cython

from catanlab.framework.errors import ArgumentError, GameError

if not cython.compiled:
    from catanlab.framework.buffers import ValueBuffer
    from catanlab.framework.state import OVER, State

__all__ = ["Evaluation", "Leader", "Nothing", "PlainEvaluation", "Points"]


class Evaluation:
    """Values a position. One evaluation may serve several threads at once: `value` must not change it."""

    def value(self, state, out):
        """Write a value from 0 to 1 for every seat of a position that is not over."""
        with cython.gil:
            raise NotImplementedError("value")

    def values(self, state):
        """Return the value of the position to each seat; raises GameError if it is over."""
        if not isinstance(state, State):
            raise GameError(f"an evaluation is of a state, not of {state!r}")
        if state.to_move == OVER:
            raise GameError("the game is over: its returns say what it is worth")
        out = ValueBuffer()
        self.value(state, out)
        return [out.items[seat] for seat in range(state.seats)]


class Nothing(Evaluation):
    """An unfinished position is worth 0 to every seat."""

    def value(self, state, out):
        seats = state.seats_c()
        out.reserve(seats)
        for seat in range(seats):
            out.items[seat] = 0.0
        return 0


class Points(Evaluation):
    """A seat's points as a part of `scale`, at most 1."""

    def __init__(self, scale):
        try:
            self.scale = float(scale)
        except (TypeError, ValueError):
            self.scale = 0.0
        if isinstance(scale, bool) or not 0.0 < self.scale < 1e300:
            raise ArgumentError(f"the scale of points is {scale!r}; it must be a number above 0")

    def value(self, state, out):
        seats = state.seats_c()
        out.reserve(seats)
        for seat in range(seats):
            part = state.score(seat) / self.scale
            out.items[seat] = part if part < 1.0 else 1.0
        return 0


class Leader(Evaluation):
    """The seat with the most points has won; equals share."""

    def value(self, state, out):
        seats = state.seats_c()
        out.reserve(seats)
        best = -1
        sharing = 0
        for seat in range(seats):
            points = state.score(seat)
            if points > best:
                best = points
                sharing = 1
            elif points == best:
                sharing += 1
        for seat in range(seats):
            out.items[seat] = 1.0 / sharing if state.score(seat) == best else 0.0
        return 0


class PlainEvaluation(Evaluation):
    """Asks a function in plain Python, under the GIL: `function(state)` returns a value for every seat.

    Raises ArgumentError if its answer is not one number from 0 to 1 for every seat.
    """

    def __init__(self, function):
        if not callable(function):
            raise ArgumentError(f"an evaluation is a function of a state, not {function!r}")
        self.function = function

    def value(self, state, out):
        with cython.gil:
            for seat, number in enumerate(_checked(self.function, state)):
                out.reserve(seat + 1)
                out.items[seat] = number
            return 0


def _checked(function, state):
    """Return the values of a function; raises ArgumentError unless each seat has one from 0 to 1."""
    name = getattr(function, "__name__", "the evaluation")
    values = function(state)
    try:
        numbers = [float(value) for value in values]
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} returned {values!r}; it must return a list of numbers") from None
    if len(numbers) != state.seats:
        raise ArgumentError(f"{name} returned {len(numbers)} values for {state.seats} seats")
    for seat, number in enumerate(numbers):
        if not 0.0 <= number <= 1.0:
            raise ArgumentError(f"{name} says {number} for seat {seat}; a value is from 0 to 1")
    return numbers

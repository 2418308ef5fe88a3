"""Rewards: what the end of a simulation is worth to each seat.

win     the seat's share of the win
points  its points / scale, at most 1 (Panousis: VP/10)
mixed   X * win + Y * points / the most points of any seat (Roelofs); a shared win counts 0
signed  points / scale for the seat that searches, the same with a minus for every other (Panousis)
"""

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.framework.state import OVER

    WIN, POINTS, MIXED, SIGNED = range(4)

__all__ = ["REWARDS", "Rewards"]

REWARDS = ("win", "points", "mixed", "signed")


class Rewards:
    """Turns the last position of a simulation into a reward for each seat.

    What a position that is not over counts as a win is said by the evaluation.
    """

    def __init__(self, name, evaluation, seat, win_weight=1.0, points_weight=1.0, scale=10.0):
        if name not in REWARDS:
            raise ArgumentError(f"unknown value {name!r}; the values are {', '.join(REWARDS)}")
        self.kind = REWARDS.index(name)
        self.evaluation = evaluation
        self.seat = seat
        self.win_weight = win_weight
        self.points_weight = points_weight
        self.scale = scale
        self.low = -1.0 if self.kind == SIGNED else 0.0
        high = win_weight + points_weight if self.kind == MIXED else 1.0
        self.span = high - self.low

    def give(self, state, seats, out):
        """Write the reward of every seat."""
        out.reserve(seats)
        is_over: cython.bint = state.to_move_c() == OVER
        if self.kind == WIN or self.kind == MIXED:
            if is_over:
                state.returns_c(out)
            else:
                self.evaluation.value(state, out)
            if self.kind == WIN:
                return 0
        most = 1
        for seat in range(seats):
            most = max(most, state.score(seat))
        for seat in range(seats):
            points = state.score(seat)
            if self.kind == MIXED:
                if is_over and out.items[seat] < 1.0:
                    out.items[seat] = 0.0
                out.items[seat] = self.win_weight * out.items[seat] + self.points_weight * points / most
            else:
                out.items[seat] = min(points / self.scale, 1.0)
                if self.kind == SIGNED and seat != self.seat:
                    out.items[seat] = -out.items[seat]
        return 0

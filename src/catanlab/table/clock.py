"""Time at the table: clocks, deadlines, and the time limits of a seat."""

from __future__ import annotations

import math
import time
from typing import Protocol

from catanlab.framework.errors import ArgumentError


class Clock(Protocol):
    """Anything that gives the time in seconds; only differences matter."""

    def now(self) -> float:
        """Return the time."""


class SystemClock:
    """The real time, as this process measures it."""

    def now(self) -> float:
        """Return the time."""
        return time.perf_counter()

    def __repr__(self) -> str:
        return "SystemClock()"


class FakeClock:
    """A clock that stands still until `advance` is called.

    >>> clock = FakeClock()
    >>> deadline = Deadline(clock, 2.0)
    >>> clock.advance(1.5)
    >>> deadline.left(), deadline.passed
    (0.5, False)
    """

    def __init__(self, time: float = 0.0) -> None:
        self._time = time

    def now(self) -> float:
        """Return the time."""
        return self._time

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._time += seconds

    def __repr__(self) -> str:
        return f"FakeClock({self._time})"


class Deadline:
    """The moment by which an agent must answer; agents look at it while they think."""

    __slots__ = ("_at", "_clock")

    def __init__(self, clock: Clock, seconds: float = math.inf) -> None:
        self._clock = clock
        self._at = math.inf if seconds == math.inf else clock.now() + seconds

    def left(self) -> float:
        """Return the seconds that remain: never below 0, infinite without a limit."""
        if self._at == math.inf:
            return math.inf
        return max(0.0, self._at - self._clock.now())

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self._at != math.inf and self._clock.now() >= self._at

    def __repr__(self) -> str:
        return f"<deadline, {self.left():g} s left>"


class SeatClock:
    """How long one seat may think: about each move, and in the whole game.

    The smaller of the two limits the next move. Up to `grace_seconds` more are forgiven, as an agent
    looks at its deadline only now and then; they still count for the game.

    Raises ArgumentError for a limit that is not a positive number of seconds.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        move_seconds: float | None = None,
        game_seconds: float | None = None,
        grace_seconds: float = 0.0,
    ) -> None:
        self.clock = clock
        self.grace = _seconds("grace_seconds", grace_seconds, least=0.0)
        self._move_seconds = _limit("move_seconds", move_seconds)
        self._left = _limit("game_seconds", game_seconds)

    @property
    def left(self) -> float:
        """The seconds left to the seat for the game; infinite without a limit."""
        return self._left

    @property
    def allowed(self) -> float:
        """The seconds allowed for the next move; infinite without a limit."""
        return min(self._move_seconds, self._left)

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move from the time for the game."""
        self._left = max(0.0, self._left - seconds)


def _limit(name: str, seconds: float | None) -> float:
    return math.inf if seconds is None else _seconds(name, seconds, least=1e-6)


def _seconds(name: str, value: object, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= least:
        raise ArgumentError(f"{name} is {value!r}; allowed is a positive number of seconds")
    return float(value)

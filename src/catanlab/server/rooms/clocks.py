"""The clocks of a room: one for each seat that owes a decision, and the bank of each seat.

A clock belongs to the seat, whoever sits there. It stands still while the seat's person has no connection:
then the grace time runs instead, and when that is over a robot takes the seat. Times are in seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from catanlab.server.wire import Pace

ClockKind = Literal["decision", "answer", "discard"]


@dataclass(slots=True)
class DecisionClock:
    """The time that a seat has taken for one decision."""

    decision: int
    kind: ClockKind
    seconds: float | None
    """What the decision may take without the bank; None for no limit."""
    granted: float = 0.0
    spent: float = 0.0
    absent: float = 0.0
    """How long the person was without a connection during this decision."""
    since: float | None = None
    """When the clock was started last; None while it stands still."""
    absent_since: float | None = None

    def elapsed(self, now: float) -> float:
        """Return the seconds taken so far."""
        return self.spent + (now - self.since if self.since is not None else 0.0)

    def absence(self, now: float) -> float:
        """Return the seconds of absence so far."""
        return self.absent + (now - self.absent_since if self.absent_since is not None else 0.0)

    def run(self, now: float) -> None:
        """Let it run: the person is there."""
        self._stop_absence(now)
        if self.since is None:
            self.since = now

    def stand(self, now: float, *, absent: bool) -> None:
        """Let it stand still, because the person is absent or because nobody is there at all."""
        if self.since is not None:
            self.spent += now - self.since
            self.since = None
        if not absent:
            self._stop_absence(now)
        elif self.absent_since is None:
            self.absent_since = now

    def _stop_absence(self, now: float) -> None:
        if self.absent_since is not None:
            self.absent += now - self.absent_since
            self.absent_since = None


@dataclass(slots=True)
class Clocks:
    """The running clocks and the banks of a room; without a pace nothing is limited but absence."""

    pace: Pace | None
    grace: float
    banks: list[float]
    running: dict[int, DecisionClock] = field(default_factory=dict)

    @classmethod
    def new(cls, pace: Pace | None, grace: float, seats: int) -> Clocks:
        """Return the clocks of a new game."""
        return cls(pace, grace, [pace.bank if pace else 0.0] * seats)

    def ask(self, seat: int, decision: int, kind: ClockKind) -> None:
        """A seat owes a decision; the clock of one and the same decision goes on."""
        clock = self.running.get(seat)
        if clock is None or clock.decision != decision or clock.kind != kind:
            limits = {
                "decision": self.pace.decision if self.pace else None,
                "answer": self.pace.answer if self.pace else None,
                "discard": self.pace.discard if self.pace else None,
            }
            self.running[seat] = DecisionClock(decision, kind, limits[kind])

    def keep_only(self, seats: set[int]) -> None:
        """Forget the clocks of seats that owe nothing any more."""
        for seat in set(self.running) - seats:
            del self.running[seat]

    def elapsed(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has taken for its decision so far."""
        clock = self.running.get(seat)
        return 0.0 if clock is None else clock.elapsed(now)

    def take(self, seat: int, now: float) -> float:
        """End the decision of a seat: charge its bank, and return the seconds that it took."""
        clock = self.running.pop(seat, None)
        if clock is None:
            return 0.0
        taken = clock.elapsed(now)
        if clock.seconds is not None and clock.kind == "decision":
            over = taken - clock.seconds - clock.granted
            self.banks[seat] = max(0.0, self.banks[seat] - max(0.0, over))
        return taken

    def left(self, seat: int, now: float) -> float | None:
        """Return the seconds that a seat has left for its decision, bank included; None without a limit."""
        clock = self.running.get(seat)
        if clock is None or clock.seconds is None:
            return None
        bank = self.banks[seat] if clock.kind == "decision" else 0.0
        return max(0.0, clock.seconds + clock.granted + bank - clock.elapsed(now))

    def is_late(self, seat: int, now: float) -> bool:
        """Say whether a seat is out of time."""
        left = self.left(seat, now)
        return left is not None and left <= 0.0

    def is_forsaken(self, seat: int, now: float) -> bool:
        """Say whether a seat's person has been absent for longer than the grace time."""
        clock = self.running.get(seat)
        return clock is not None and clock.absent_since is not None and clock.absence(now) >= self.grace

    def next_alarm(self, now: float, late: Collection[int] = ()) -> float | None:
        """Return when the next seat will be late or forsaken, or None; those of `late` are known to be."""
        alarms = []
        for seat, clock in self.running.items():
            left = self.left(seat, now)
            if clock.since is not None and left is not None and seat not in late:
                alarms.append(now + left)
            if clock.absent_since is not None:
                alarms.append(now + max(0.0, self.grace - clock.absence(now)))
        return min(alarms, default=None)

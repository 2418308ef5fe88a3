"""What every seat is likely to build next: estimates, and a manner of judging them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from catanlab.agents.base.aim import Aim
from catanlab.agents.estimates.estimates import Estimates
from catanlab.games.catan.view.view import CatanView


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a plan to win."""

    text: str
    rolls: int


class Strategy(Protocol):
    """How a planner judges what could be built."""

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        """Return what a seat could build next, the best first."""
        ...


class SeatForecasts(Estimates):
    """Estimates of all seats, and what each is about to build by one manner of planning.

    Options are those of `Estimates`. `look` must come first.
    """

    def __init__(self, strategy: Strategy | None = None, **options: Any) -> None:
        super().__init__(**options)
        if strategy is None:
            from catanlab.agents.estimates.win_time_plan import WinTimePlan

            strategy = WinTimePlan()
        self.strategy = strategy
        self._options = options
        self.view: CatanView | None = None
        """What was looked at last."""
        self.plans = 0
        """How many plans this seat has made and kept to."""
        self.after_plan: tuple[int, ...] = ()
        """Everybody's time to win as the last of these plans left it."""
        self._aims: dict[int, list[Aim]] = {}
        self._facts: dict[str, Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        # What was looked at is not kept: whoever takes it over looks anew.
        return _restored, (type(self), self.strategy, self._options)

    def look(self, view: CatanView) -> None:
        """Take in what a seat knows now."""
        if view is not self.view:
            super().look(view)
            self.view = view
            self._aims.clear()
            self._facts = None

    @property
    def facts(self) -> dict[str, Any]:
        """The raw facts of what was looked at."""
        if self._facts is None:
            assert self.view is not None
            self._facts = self.view.facts()
        return self._facts

    @property
    def on_turn(self) -> int:
        """The seat on turn."""
        return int(self.facts["turn_seat"])

    def aims(self, seat: int) -> list[Aim]:
        """Return what a seat could build next, the best first; of others only sure cards count."""
        if seat not in self._aims:
            self._aims[seat] = self.strategy.aims(self, seat)
        return self._aims[seat]

    def aim(self, seat: int) -> Aim | None:
        """Return what a seat is about to build, None if there is nothing."""
        aims = self.aims(seat)
        return aims[0] if aims else None

    def planned_rolls(self, seat: int) -> tuple[int, ...]:
        """Return everybody's time to win as planning for a seat leaves it."""
        return tuple(self.win_rolls(other) for other in range(self.players))

    def win_steps(self, seat: int) -> tuple[Step, ...]:
        """Return the plan of a seat to win."""
        return tuple(Step(_words(things), rolls) for things, rolls in self.win_plan(seat))


def _restored(kind: type[SeatForecasts], strategy: Strategy, options: dict[str, Any]) -> SeatForecasts:
    return kind(strategy, **options)


def _words(things: Sequence[tuple[str, int]]) -> str:
    return (
        ", ".join(name if node < 0 else f"{name} at {node}" for name, node in things) or "nothing in reach"
    )

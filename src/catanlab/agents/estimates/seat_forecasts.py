"""Forecasts of what every seat builds next, and how soon it could win, by one strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.estimates import Estimates
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView

Build = tuple[str, int, list[int]]
"""A piece, its place, and the times to win of all seats after it; a card is a "knight" and a "point"."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a plan to win."""

    text: str
    rolls: int


class Strategy(Protocol):
    """Chooses what to build next."""

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        """Return what a seat could build next, the best first."""
        ...


class KnownHands(Protocol):
    """Knowledge of the other seats' cards, where it is less than that of a view."""

    def read(self, view: CatanView) -> None:
        """Read the log of a view."""
        ...

    def known(self, seat: int) -> Counts:
        """Return the cards that a seat is known to hold."""
        ...


class WinTimes(Protocol):
    """Times to win, where they are not those of the position."""

    def win_rolls(self, forecasts: SeatForecasts, seat: int) -> int:
        """Return the rolls until a seat wins."""
        ...


class PlanMemory(Protocol):
    """A plan that its seat keeps to for a while."""

    plans: int
    """The number of plans made."""
    after_plan: tuple[int, ...]
    """The times to win of all seats after the last of these plans."""

    def is_binding(self, forecasts: SeatForecasts) -> bool:
        """Return whether the seat keeps to a plan in this position."""
        ...

    def aims(self, forecasts: SeatForecasts) -> list[Aim]:
        """Return the rest of the plan, then what else the seat could build."""
        ...

    def planned_rolls(self, forecasts: SeatForecasts, seat: int) -> tuple[int, ...]:
        """Return the times to win of all seats after planning for a seat."""
        ...


class SeatForecasts:
    """Forecasts of what each seat builds next by one strategy, in the position given to `look` last.

    `estimates` computes the numbers, with the given `options`. A player that knows less, or has a plan,
    replaces parts of them by `hands`, `win_times` and `plan`. `look` must come first.
    """

    def __init__(
        self,
        strategy: Strategy,
        *,
        hands: KnownHands | None = None,
        win_times: WinTimes | None = None,
        plan: PlanMemory | None = None,
        **options: Any,
    ) -> None:
        self.strategy = strategy
        self.estimates = Estimates(**options)
        self.hands = hands
        self.win_times = win_times
        self.plan = plan
        self.view: CatanView | None = None
        """The view that was looked at last."""
        self._options = options
        self._aims: dict[int, list[Aim]] = {}
        self._builds: dict[int, list[Build]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # The view is left out: the copy has to look again.
        return _restored, (self.strategy, self.hands, self.win_times, self.plan, self._options)

    def look(self, view: CatanView) -> None:
        """Set the view that all later questions are about."""
        if view is not self.view:
            self.estimates.look(view)
            self.view = view
            self._aims.clear()
            self._builds.clear()

    @cached_property
    def ahead(self) -> Estimates:
        """Estimates with the same options, to look at positions after a build."""
        return Estimates(**self._options)

    @property
    def seen(self) -> CatanView:
        """The view that was looked at last; `look` must come first."""
        assert self.view is not None
        return self.view

    @property
    def me(self) -> int:
        """The seat that looks."""
        return self.estimates.me

    @property
    def players(self) -> int:
        """The number of players."""
        return self.estimates.players

    @property
    def on_turn(self) -> int:
        """The seat on turn."""
        return self.seen.position.on_turn

    @property
    def phase(self) -> Phase:
        """The decision to make."""
        return self.seen.position.phase

    def aims(self, seat: int) -> list[Aim]:
        """Return what a seat could build next, the best first; of other seats only certain cards count."""
        if seat not in self._aims:
            if self.plan is not None and seat == self.me and self.plan.is_binding(self):
                aims = self.plan.aims(self)
            else:
                aims = self.strategy.aims(self, seat)
            self._aims[seat] = aims
        return self._aims[seat]

    def aim(self, seat: int) -> Aim | None:
        """Return what a seat is about to build, or None."""
        aims = self.aims(seat)
        return aims[0] if aims else None

    def builds(self, seat: int) -> list[Build]:
        """Return every piece that the seat could build now, with the times to win of all seats after it."""
        if seat not in self._builds:
            self._builds[seat] = self.estimates.builds(seat)
        return self._builds[seat]

    def known_hand(self, seat: int) -> Counts:
        """Return the cards that a seat is known to hold; all of them for the seat that looks."""
        if self.hands is None or seat == self.me:
            return self.estimates.known_hand(seat)
        self.hands.read(self.seen)
        return self.hands.known(seat)

    def win_rolls(self, seat: int) -> int:
        """Return the rolls until a seat wins, as estimated."""
        return (
            self.estimates.win_rolls(seat)
            if self.win_times is None
            else self.win_times.win_rolls(self, seat)
        )

    def all_win_rolls(self) -> tuple[int, ...]:
        """Return the rolls until each seat wins."""
        return tuple([self.win_rolls(seat) for seat in range(self.players)])

    def planned_rolls(self, seat: int) -> tuple[int, ...]:
        """Return the times to win of all seats after planning for a seat."""
        return self.all_win_rolls() if self.plan is None else self.plan.planned_rolls(self, seat)

    def win_steps(self, seat: int) -> tuple[Step, ...]:
        """Return the plan of a seat to win."""
        return tuple(Step(_words(things), rolls) for things, rolls in self.estimates.win_plan(seat))


def _restored(
    strategy: Strategy,
    hands: KnownHands | None,
    win_times: WinTimes | None,
    plan: PlanMemory | None,
    options: dict[str, Any],
) -> SeatForecasts:
    return SeatForecasts(strategy, hands=hands, win_times=win_times, plan=plan, **options)


def _words(things: Sequence[tuple[str, int]]) -> str:
    return (
        ", ".join(name if node < 0 else f"{name} at {node}" for name, node in things) or "nothing in reach"
    )

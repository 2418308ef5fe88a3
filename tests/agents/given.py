"""Parts of forecasts that are given by a test instead of computed: aims, hands, times to win, estimates.

Each keeps a protocol of `seat_forecasts` or is a subclass of `Estimates`, which mypy checks.
"""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.estimates import Estimates
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.seat_forecasts import (
    Build,
    KnownHands,
    PlanMemory,
    SeatForecasts,
    Strategy,
    WinTimes,
)
from catanlab.games.catan.view.view import CatanView


class GivenAims(Strategy):
    """A strategy that has one aim for each seat, or none."""

    def __init__(self, aims: Sequence[Aim | None]) -> None:
        self.by_seat = list(aims)

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        aim = self.by_seat[seat]
        return [] if aim is None else [aim]


class GivenHands(KnownHands):
    """Hands that are known from the beginning."""

    def __init__(self, hands: Sequence[Counts]) -> None:
        self.by_seat = list(hands)

    def read(self, view: CatanView) -> None:
        pass

    def known(self, seat: int) -> Counts:
        return self.by_seat[seat]


class GivenWinTimes(WinTimes):
    """Times to win that stay as they are."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.by_seat = list(rolls)

    def win_rolls(self, forecasts: SeatForecasts, seat: int) -> int:
        return self.by_seat[seat]


class GivenPlan(PlanMemory):
    """A count of plans, and the times to win after the last; it binds nobody."""

    def __init__(self, plans: int, after_plan: tuple[int, ...]) -> None:
        self.plans = plans
        self.after_plan = after_plan

    def is_binding(self, forecasts: SeatForecasts) -> bool:
        return False

    def aims(self, forecasts: SeatForecasts) -> list[Aim]:
        return []

    def planned_rolls(self, forecasts: SeatForecasts, seat: int) -> tuple[int, ...]:
        return forecasts.all_win_rolls()


class GivenIncomes(Estimates):
    """Estimates from incomes that no board need have; rolls are Thomas' building times."""

    def __init__(self, incomes: Sequence[Income]) -> None:
        super().__init__()
        self.looks = 0
        self._incomes = list(incomes)

    def look(self, view: CatanView) -> None:
        super().look(view)
        self.looks += 1

    def income(self, seat: int, blocked: int = -1) -> Income:
        return self._incomes[seat]

    def rolls(self, seat: int, need: Sequence[int], hand: Sequence[int]) -> int:
        return self.build_times.rolls(self._incomes[seat], need, hand)


class GivenBuilds(Estimates):
    """Estimates with these builds for any seat, and rolls for a road, settlement, city, card and ship."""

    def __init__(self, builds: Sequence[Build], rolls: Sequence[int]) -> None:
        super().__init__()
        self._builds, self._rolls = list(builds), list(rolls)

    def builds(self, seat: int) -> list[Build]:
        return self._builds

    def rolls_by_kind(self, seat: int, hand: Sequence[int]) -> list[int]:
        return self._rolls

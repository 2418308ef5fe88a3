"""Parts of forecasts that are given by a test instead of computed: aims, hands, times to win, estimates.

All but `GivenEstimates` keep a protocol of `seat_forecasts`; `test_given.py` compares that one with the
class in whose place it stands.
"""

from collections.abc import Sequence

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.games.catan.view.view import CatanView


class GivenAims:
    """A strategy that has one aim for each seat, or none."""

    def __init__(self, aims: Sequence[Aim | None]) -> None:
        self.by_seat = list(aims)

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        aim = self.by_seat[seat]
        return [] if aim is None else [aim]


class GivenHands:
    """Hands that are known from the beginning."""

    def __init__(self, hands: Sequence[Counts]) -> None:
        self.by_seat = list(hands)

    def read(self, view: CatanView) -> None:
        pass

    def known(self, seat: int) -> Counts:
        return self.by_seat[seat]


class GivenWinTimes:
    """Times to win that stay as they are."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.by_seat = list(rolls)

    def win_rolls(self, forecasts: SeatForecasts, seat: int) -> int:
        return self.by_seat[seat]


class GivenPlan:
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


class GivenEstimates:
    """Estimates from incomes that no board need have; rolls are Thomas' building times."""

    def __init__(self, incomes: Sequence[Income], *, me: int = 0) -> None:
        self.build_times = BuildTimes()
        self.me = me
        self.looks = 0
        self._incomes = list(incomes)

    @property
    def players(self) -> int:
        return len(self._incomes)

    def look(self, view: CatanView) -> None:
        self.looks += 1

    def income(self, seat: int, blocked: int = -1) -> Income:
        return self._incomes[seat]

    def rolls(self, seat: int, need: Sequence[int], hand: Sequence[int]) -> int:
        return self.build_times.rolls(self._incomes[seat], need, hand)

"""The sum of the building times from an empty hand, as Thomas and as JSettlers compute it."""

from __future__ import annotations

from catanlab.agents.base.aim import COSTS
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income

SHIP: Counts = (1, 0, 1, 0, 0)
"""The cost of a ship, which JSettlers counts on every board since it knows ships."""


def total_build_time(
    build_times: BuildTimes, income: Income, *, ships: bool = False, cut_at: int | None = None
) -> int:
    """Return the sum of the rolls for a road, a settlement, a city and a card, each from an empty hand.

    JSettlers adds a ship and cuts at 40 rolls: the first estimate above `cut_at` and all after it count as
    `cut_at`. The limit of `build_times` must be above that.

    >>> income = Income.of({"clay": (6, 9), "wood": (5,)})  # Thomas, table 4.1, spot D
    >>> total_build_time(BuildTimes(), income)
    145
    >>> total_build_time(BuildTimes(), income, cut_at=40)  # 9 + 36 + 40 + 40
    125
    """
    targets = [*COSTS.values(), *([SHIP] if ships else [])]
    total = 0
    for place, target in enumerate(targets):
        rolls = build_times.rolls(income, target)
        if cut_at is not None and rolls > cut_at:
            return total + cut_at * (len(targets) - place)
        total += rolls
    return total

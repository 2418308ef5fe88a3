"""Estimates: how long building and winning take, and what every seat is likely to build next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.agents.estimates.build_time import BuildTimes
    from catanlab.agents.estimates.income import Income
    from catanlab.agents.estimates.seat_forecasts import SeatForecasts
    from catanlab.agents.estimates.soonest_build import SoonestBuild
    from catanlab.agents.estimates.win_time_plan import WinTimePlan

__all__ = [
    "BuildTimes",
    "Income",
    "SeatForecasts",
    "SoonestBuild",
    "WinTimePlan",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "BuildTimes": "catanlab.agents.estimates.build_time",
            "Income": "catanlab.agents.estimates.income",
            "SeatForecasts": "catanlab.agents.estimates.seat_forecasts",
            "SoonestBuild": "catanlab.agents.estimates.soonest_build",
            "WinTimePlan": "catanlab.agents.estimates.win_time_plan",
        },
    )

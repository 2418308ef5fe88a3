"""What decisions ask of a planner: estimates of building speed, and how near each seat is to winning."""

from __future__ import annotations

from typing import Protocol

from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income

SHIP: Counts = (1, 0, 1, 0, 0)
"""What JSettlers reckons with on every board since it knows ships."""


class Outlook(Protocol):
    """A planner that has looked at the position."""

    @property
    def build_times(self) -> BuildTimes:
        """The estimates of building speed."""

    def income(self, seat: int, blocked: int = -1) -> Income:
        """Return what a seat's buildings bring; the hex `blocked` pays nothing."""

    def win_rolls(self, seat: int) -> int:
        """Return the rolls until a seat wins, as estimated."""


def nearest_to_win(outlook: Outlook, seats: list[int]) -> int:
    """Return the seat that needs the fewest rolls to win, of equals the first."""
    return min(seats, key=outlook.win_rolls)

"""The figures of Thomas' online study of 2003, printed next to ours.

Robert Shaun Thomas, Real-time decision making for adversarial environments using a plan-based heuristic,
Northwestern University 2003: tables 4.3, 4.6, 5.1 and 5.2.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Pair(Struct, frozen=True):
    """A figure of table 5.1: in 100 games of four people without the counter button, in 100 with it."""

    without: float
    button: float


TABLE_5_1: Final = {
    "turns": Pair(71.42, 70.39),
    "offers": Pair(0.54, 0.58),
    "counter-offers": Pair(0.05, 0.08),
    "rejects": Pair(1.24, 1.33),
    "accepts": Pair(0.15, 0.15),
    "counter-offers an offer": Pair(0.10, 0.13),
}


class Composite(Struct, frozen=True):
    """Games at a table of four that one of the computer players won."""

    wins: int
    games: int


COMPOSITES: Final = {
    "4.3": {3: Composite(8, 53), 2: Composite(67, 317), 1: Composite(1976, 4000)},
    "4.6": {3: Composite(5, 51), 2: Composite(61, 219), 1: Composite(2223, 4000)},
    "5.2": {3: Composite(14, 135), 2: Composite(165, 600), 1: Composite(2059, 4000)},
}
"""The composite tables of his first agent, of the one with plans, and of the one that negotiates: by the
number of people."""

"""Clocks that people may choose by name: what a room's option `pace` has then."""

from __future__ import annotations

from typing import NamedTuple

from catanlab.server.wire import Pace


class NamedPace(NamedTuple):
    """Clocks with a name; None for a game without clocks."""

    pace: Pace | None
    summary: str


PACES: dict[str, NamedPace] = {
    "none": NamedPace(None, "No clocks: everybody takes the time they need."),
    "relaxed": NamedPace(
        Pace(decision=120.0, bank=300.0, answer=40.0, discard=60.0, grant=120.0),
        "Two minutes for a decision, and five more for the whole game.",
    ),
    "normal": NamedPace(Pace(), "A minute for a decision, and two more for the whole game."),
    "quick": NamedPace(
        Pace(decision=25.0, bank=60.0, answer=12.0, discard=20.0, grant=30.0),
        "25 seconds for a decision, and a minute more for the whole game.",
    ),
}
"""The paces, the slowest first."""

"""The table: agents and people at one game of any kind, with clocks, events and records.

The names below are all that most programs need; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catanlab.table.agent import Agent, Explanation
    from catanlab.table.clock import Deadline
    from catanlab.table.events import (
        Ended,
        Event,
        Incident,
        Outcome,
        Played,
        Proposed,
        Said,
        Seated,
        Withdrawn,
    )
    from catanlab.table.play import Play
    from catanlab.table.random_agent import RandomAgent
    from catanlab.table.record import Record
    from catanlab.table.record_reader import read_records
    from catanlab.table.step import Step
    from catanlab.table.table import Table

__all__ = [
    "Agent",
    "Deadline",
    "Ended",
    "Event",
    "Explanation",
    "Incident",
    "Outcome",
    "Play",
    "Played",
    "Proposed",
    "RandomAgent",
    "Record",
    "Said",
    "Seated",
    "Step",
    "Table",
    "Withdrawn",
    "read_records",
]

_HOMES = {
    "agent": ("Agent", "Explanation"),
    "clock": ("Deadline",),
    "events": (
        "Ended",
        "Event",
        "Incident",
        "Outcome",
        "Played",
        "Proposed",
        "Said",
        "Seated",
        "Withdrawn",
    ),
    "play": ("Play",),
    "random_agent": ("RandomAgent",),
    "record": ("Record",),
    "record_reader": ("read_records",),
    "step": ("Step",),
    "table": ("Table",),
}

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used."""
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{home}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

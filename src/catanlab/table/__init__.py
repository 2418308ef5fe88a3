"""The table: agents and people at one game of any kind, with clocks, events and records.

The names below are all that most programs need; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.framework.errors import AgentFailedError
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
    "AgentFailedError",
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

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Agent": "catanlab.table.agent",
            "AgentFailedError": "catanlab.framework.errors",
            "Deadline": "catanlab.table.clock",
            "Ended": "catanlab.table.events",
            "Event": "catanlab.table.events",
            "Explanation": "catanlab.table.agent",
            "Incident": "catanlab.table.events",
            "Outcome": "catanlab.table.events",
            "Play": "catanlab.table.play",
            "Played": "catanlab.table.events",
            "Proposed": "catanlab.table.events",
            "RandomAgent": "catanlab.table.random_agent",
            "Record": "catanlab.table.record",
            "Said": "catanlab.table.events",
            "Seated": "catanlab.table.events",
            "Step": "catanlab.table.step",
            "Table": "catanlab.table.table",
            "Withdrawn": "catanlab.table.events",
            "read_records": "catanlab.table.record_reader",
        },
    )

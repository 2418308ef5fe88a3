"""What can happen at a table, as values: moves, outcomes, statements, incidents, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from catanlab.framework.moves import Move
from catanlab.table.agent import Explanation

IncidentKind: TypeAlias = Literal["raised", "late", "died", "nonsense", "illegal", "speech", "retired"]
"""Why an incident: the agent raised an error; was late; its process died; its answer was no move at all;
the rules forbid it; it said what is no statement; or it failed too often and is played by the fallback."""
Termination: TypeAlias = Literal["finished", "cut"]
"""How a game ended: by the rules, or at the table's limit of moves or turns."""


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made a move. Agents hear it as they see it, without time and explanation."""

    move: Move
    seat: int
    seconds: float = 0.0
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Chance decided."""

    move: Move


@dataclass(frozen=True, slots=True)
class Said:
    """A seat said something to all others."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Incident:
    """An agent failed; `fallback` is the move made in its place, if one had to be made."""

    seat: int
    kind: IncidentKind
    text: str
    fallback: Move | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: the winner is -1 for nobody or several; a game that was cut has no shares."""

    winner: int
    shares: tuple[float, ...] | None
    scores: tuple[int, ...]
    termination: Termination


Event: TypeAlias = Played | Outcome | Said | Incident | Ended

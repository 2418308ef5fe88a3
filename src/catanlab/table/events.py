"""The events of a game: moves, outcomes, who sits down, statements, proposals, incidents, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from catanlab.framework.moves import Move
from catanlab.table.agent import Explanation

IncidentKind: TypeAlias = Literal["raised", "late", "died", "nonsense", "illegal", "speech", "retired"]
"""What the agent did: it raised an error; was late; its process died; its answer was not a move; its move
was illegal; its statements or explanation were invalid; or it failed too often and is retired."""
Termination: TypeAlias = Literal["finished", "cut"]
"""How a game ended: by the rules, or at the table's limit of moves or turns."""


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made a move. Other agents hear it as they see it, without time and explanation."""

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
    """A seat made a statement, which every seat hears."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat, before the game or in it."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat proposed a deal to the seat on turn, in the words of the game, from its own side."""

    seat: int
    deal: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The proposal of a seat is no longer open: the seat took it back, or it lapsed."""

    seat: int
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Incident:
    """An agent failed; `fallback` is the move that replaced its own, if one was needed.

    `Play` and `Record` set `ply` and `turn` when they take an incident in. Incidents that differ only in
    their tracebacks are equal: a traceback names files of one machine, and is not part of a record.
    """

    seat: int
    kind: IncidentKind
    text: str
    fallback: Move | None = None
    traceback: str = field(default="", compare=False, repr=False)
    """Where the agent raised its error, from its own first frame on; empty if it raised none."""
    ply: int = -1
    """How many moves and outcomes came before it was noted: `record.state_at(ply)` is the position."""
    turn: int = -1
    """How many turns had been completed then, as `state.turn`; a record counts turns from 1."""

    def __setstate__(self, values: Sequence[Any]) -> None:
        for place, each in enumerate(fields(self)):  # an old pickle has only the first four
            object.__setattr__(self, each.name, values[place] if place < len(values) else each.default)


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended; `winner` is -1 for none or several, and a game that was cut has no shares."""

    winner: int
    shares: tuple[float, ...] | None
    scores: tuple[int, ...]
    termination: Termination


def winner_of(shares: tuple[float, ...]) -> int:
    """Return the seat with the whole win, or -1 if nobody has it.

    >>> winner_of((0.0, 1.0)), winner_of((0.5, 0.5))
    (1, -1)
    """
    return shares.index(1.0) if 1.0 in shares else -1


MOVES_AND_OUTCOMES = (Played, Outcome)
"""The events that change the position, as a tuple: `isinstance` is quicker with it than with a union."""
Event: TypeAlias = Played | Outcome | Said | Seated | Proposed | Withdrawn | Incident | Ended

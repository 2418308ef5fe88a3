"""What a room asks a robot, and what comes back: an answer or an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catanlab.framework.errors import CatanlabError
from catanlab.framework.game import Game
from catanlab.table.agent import Explanation
from catanlab.table.events import Event, IncidentKind

Task: TypeAlias = Literal["choose", "discards", "say", "consider", "weigh"]
"""A move; all cards that the seat must discard; statements; whether to take a deal; which of several."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question to the robot of one seat.

    The pool sends a worker only those events that its robot has not heard. So `events` is one list that
    the room goes on appending to; another list means that the robot is made anew and hears all of
    it. What is appended after the question was asked is not part of it.
    """

    key: str
    """The room."""
    seat: int
    agent: str
    """The robot as an agent's spec, such as `thomas-trade:level=3`."""
    game: Game
    """The game as agents may see it: sealed."""
    seed: int
    """The seed of the robot's own random numbers: never that of the dice, which it could then foresee."""
    events: Sequence[Event]
    """Everything that the seat has heard so far, as it sees it."""
    task: Task = "choose"
    ply: int
    """How many moves and outcomes there were."""
    seconds: float = 5.0
    """How long the robot may think, from the moment it begins."""
    may_offer: bool = True
    """Whether the robot may make an offer to players now; rooms ration offers to people."""
    proposer: int = 0
    """The seat that proposes the deal to consider."""
    deal: str = ""
    """The deal to consider, from the side of its proposer."""
    deals: tuple[str, ...] = ()
    """The deals to weigh, from the side of that seat."""
    payer: str = ""
    """The address that pays for the answer: the questions of all addresses take turns."""

    @property
    def robot(self) -> tuple[str, int]:
        """Which robot is asked: the room and the seat."""
        return self.key, self.seat


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A robot's answer.

    The moves were legal in the view of the seat when they were chosen. The room checks them again: the
    game may have gone on, and a worker is not trusted.
    """

    moves: tuple[str, ...] = ()
    """The move, or all discards, as text; of deals to weigh those that it would make, the best first."""
    lines: tuple[str, ...] = ()
    """What it says."""
    takes: bool = False
    """Whether it takes the proposal."""
    public_reason: str | None = None
    """Why, in words that give no hidden cards away."""
    explanation: Explanation | None = None
    """Why, in full: not for the others before the end of the game."""
    complaints: tuple[str, ...] = ()
    """Errors of the agent while it heard events or explained itself; they do not spoil the answer."""
    seconds: float = 0.0
    """How long it thought."""
    budget: float = 1.0
    """The part of its usual budget that a search had."""
    rebuilt: bool = False
    """Whether it was made anew and heard all events again."""


class RobotsBusyError(CatanlabError):
    """All workers are busy; `seconds` is the expected time until a question would be answered."""

    code = "robots-busy"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the robots are busy; a new question would wait about {seconds:.0f} s")
        self.seconds = seconds


class RobotFailedError(CatanlabError):
    """An agent failed, and failed again when it was made anew: `kind` and `text` as in an Incident."""

    code = "robot-failed"

    def __init__(self, kind: IncidentKind, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind: IncidentKind = kind
        self.text = text


class PoolClosedError(CatanlabError):
    """The pool was closed before it answered."""

    code = "robots-closed"

    def __init__(self) -> None:
        super().__init__("the robots' pool is closed")

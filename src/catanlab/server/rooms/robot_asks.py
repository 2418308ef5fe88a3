"""What a room asks a robot, and an answer that waits for the time at which it is played."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.server.robots.questions import Answer, Question, Task
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the robot of a seat."""

    seat: int
    task: Task
    agent: str
    decision: int
    ply: int
    asked_at: float
    may_offer: bool = True
    late: bool = False
    """Whether the robot decides for a person who is out of time."""
    proposer: int = -1
    proposal: int = 0
    """The number of the event that made the proposal, or that asked."""
    deal: str = ""
    deals: tuple[str, ...] = ()
    """The deals to weigh."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer that is played at its time; None where the robot failed, with the incident."""

    show_at: float
    ask: Ask
    answer: Answer | None
    incident: log.Incident | None = None


def question_of(room: Room, ask: Ask, seconds: float) -> Question:
    """Return what the pool is asked; `seconds` is how long the robot may think."""
    return Question(
        key=room.id,
        seat=ask.seat,
        agent=ask.agent,
        game=room.running_game().sealed,
        seed=room.robot_seed(ask.seat),
        events=room.heard[ask.seat],
        task=ask.task,
        ply=ask.ply,
        seconds=seconds,
        proposer=max(0, ask.proposer),
        deal=ask.deal,
        deals=ask.deals,
        may_offer=ask.may_offer,
    )

"""What a room asks a robot, how long that seems to think, and an answer that waits for its time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from catanlab.agents.registry import make_agent
from catanlab.games.catan.position import Phase
from catanlab.server import wire
from catanlab.server.ledger import UNKNOWN, Payer
from catanlab.server.robots.questions import Answer, Question, Task
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room

SET_UP_SECONDS = 0.35
"""How long a robot seems to think in the set-up at the most: three of them place before the last seat
does, and whoever sits there begins within three seconds."""
USUAL_SECONDS = wire.RoomOptions().robot_seconds
"""Where no person sits, nobody is kept waiting by robots that take so long."""


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
    payer: Payer = UNKNOWN
    """Who pays for the answer."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer that is played at its time; None where the robot failed, with the incident."""

    show_at: float
    ask: Ask
    answer: Answer | None
    incident: log.Incident | None = None


def usual_seconds(room: Room) -> float:
    """Return how long robots seem to think in a room: no less than is usual while no person sits there."""
    chosen = room.options.robot_seconds
    is_seated = any(seat.kind == "person" for seat in room.seating.seats)
    return chosen if is_seated else max(chosen, USUAL_SECONDS)


def decision_seconds(room: Room) -> float:
    """Return the same for the decision that is open."""
    usual = usual_seconds(room)
    is_set_up = room.position.phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)
    return min(usual, SET_UP_SECONDS) if is_set_up else usual


@lru_cache(maxsize=1024)
def speaks(agent: str) -> bool:
    """Say whether a robot makes statements of its own."""
    return make_agent(agent).speaks


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
        payer=ask.payer.network,
    )

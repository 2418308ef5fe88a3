"""What a worker keeps: its robots with what they have heard, the least recently asked dropped first.

The pool keeps this account, not the worker: so it always knows which events a robot lacks, and a robot that
was dropped, or belongs to another course of events, is made anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from catanlab.framework.game import Game
from catanlab.server.robots.questions import Question
from catanlab.table.events import Event

LEAST_BYTES = 1 << 19
"""A robot counts at least so much: growth is measured by pages, and freed memory is used again."""

Robot = tuple[str, int]


@dataclass(slots=True)
class KeptAgent:
    """A robot that a worker keeps, under the number of its slot."""

    slot: int
    agent: str
    game: Game
    seed: int
    events: Sequence[Event]
    heard: int = 0
    """How many of the events it has heard."""
    bytes: int = LEAST_BYTES

    def fits(self, question: Question, heard: int) -> bool:
        """Return whether it can answer a question after this many events of its room."""
        return (
            self.events is question.events
            and self.heard <= heard
            and self.agent == question.agent
            and self.seed == question.seed
            and self.game is question.game
        )


class KeptAgents:
    """The account of one worker; `max_bytes` is the memory that its robots may take together."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[Robot, KeptAgent] = OrderedDict()
        self._drops: list[int] = []
        self._bytes = 0
        self._slots = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, robot: Robot) -> bool:
        return robot in self._kept

    @property
    def bytes(self) -> int:
        """The memory that the robots take together, as estimated."""
        return self._bytes

    def prepare(self, question: Question, heard: int) -> tuple[KeptAgent, bool]:
        """Return the robot for a question, and whether the worker must make it first."""
        robot = question.robot
        kept = self._kept.get(robot)
        if kept is not None and kept.fits(question, heard):
            self._kept.move_to_end(robot)
            return kept, False
        self.drop(robot)
        self._slots += 1
        kept = KeptAgent(self._slots, question.agent, question.game, question.seed, question.events)
        self._kept[robot] = kept
        self._bytes += kept.bytes
        return kept, True

    def resize(self, robot: Robot, size: int) -> None:
        """Note how much memory a robot takes, and drop others while all take too much."""
        kept = self._kept.get(robot)
        if kept is None:
            return
        size = max(size, LEAST_BYTES)
        self._bytes += size - kept.bytes
        kept.bytes = size
        while self._bytes > self._max_bytes and len(self._kept) > 1:
            self.drop(next(iter(self._kept)))

    def drop(self, robot: Robot) -> None:
        """Drop a robot, if it is there."""
        kept = self._kept.pop(robot, None)
        if kept is not None:
            self._bytes -= kept.bytes
            self._drops.append(kept.slot)

    def drop_room(self, key: str) -> None:
        """Drop all robots of a room."""
        for robot in [robot for robot in self._kept if robot[0] == key]:
            self.drop(robot)

    def take_drops(self) -> tuple[int, ...]:
        """Return the slots that the worker has not been told to drop."""
        drops, self._drops = tuple(self._drops), []
        return drops

    def clear(self) -> None:
        """Begin anew with a worker that keeps nothing."""
        self._kept.clear()
        self._drops.clear()
        self._bytes = 0

"""Who pays for the answers of a room's robots, and how long the robots wait if their share is used up.

It is the address of those who keep the game going: the people who sit there, or, where robots play alone,
those who have sat there or made the room. A wait follows from what the address has used, never from what a
robot is asked or answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from catanlab.server.ledger import ANSWER_COST, UNKNOWN, WORDS_COST, Ledger, Payer
from catanlab.server.robots.questions import Task
from catanlab.server.rooms.pending import Follower
from catanlab.server.rooms.robot_asks import Ask
from catanlab.server.rooms.room import Room


def payers_of(room: Room, followers: Iterable[Follower]) -> list[Payer]:
    """Return who may be charged for a room's robots: of each address one, in the order of their seats."""
    seated: dict[int, Payer] = {}
    known: list[Payer] = []
    others: list[Payer] = []
    for follower in followers:
        payer = Payer(follower.person, follower.network)
        seat = room.seating.audience_of(follower.person)
        if seat is not None:
            seated.setdefault(seat, payer)
        elif follower.person == room.owner or follower.person in room.course.people:
            known.append(payer)
        else:
            others.append(payer)
    found = [seated[seat] for seat in sorted(seated)] or known or others
    first: dict[str, Payer] = {}
    for payer in found:
        first.setdefault(payer.network, payer)
    return list(first.values())


class Toll:
    """What the questions of a room's robots cost, and those of them that wait until they are paid for.

    Asking a robot a second time, without offers, is free: nobody may see from a wait that there were two.
    """

    def __init__(self, ledger: Ledger, payers: Callable[[], Sequence[Payer]]) -> None:
        self._ledger = ledger
        self._payers = payers
        self._due: dict[tuple[int, Task], float] = {}
        """When the questions that wait are paid for."""

    def charge(self, ask: Ask, now: float) -> Ask:
        """Return a question with who pays for it; it may have to wait."""
        if not ask.may_offer:
            return ask
        payers = self._payers() or [UNKNOWN]
        payer, seconds = self._ledger.reserve("answers", payers, _cost_of(ask.task), now)
        if seconds > 0.0:
            self._due[ask.seat, ask.task] = now + seconds
        return replace(ask, payer=payer)

    def is_due(self, ask: Ask) -> bool:
        """Say whether a question may be put."""
        return (ask.seat, ask.task) not in self._due

    def take_due(self, now: float) -> list[tuple[int, Task]]:
        """Return the questions that wait no longer, in their order."""
        found = sorted((due, key) for key, due in self._due.items() if due <= now)
        for _, key in found:
            del self._due[key]
        return [key for _, key in found]

    @property
    def next_due(self) -> float | None:
        """When the next question is paid for, or None."""
        return min(self._due.values(), default=None)

    def dropped(self, ask: Ask) -> None:
        """Return what was paid for a question that is not put any more, if it still waits."""
        if self._due.pop((ask.seat, ask.task), None) is not None:
            self.give_back(ask)

    def give_back(self, ask: Ask) -> None:
        """Return what was paid for a question that was put, and refused."""
        if ask.may_offer:
            self._ledger.give_back("answers", ask.payer, _cost_of(ask.task))


def _cost_of(task: Task) -> float:
    return WORDS_COST if task == "say" else ANSWER_COST

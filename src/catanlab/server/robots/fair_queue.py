"""The questions of one lane that wait at one desk: the addresses that pay for them take turns.

So a question waits for one answer of each other address, however many of theirs are waiting. Those of one
address wait in the order in which they came.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from catanlab.server.robots.schedule import Ticket

Part = Callable[[str], float]
"""The part of the usual budget that an address gets."""


def whole(payer: str) -> float:
    """Return the whole budget, which quick agents always have."""
    return 1.0


class Ahead(NamedTuple):
    """What comes before a new question of an address."""

    own: float
    """The seconds of its own ones."""
    others: float
    """The seconds of those of others."""
    questions: float
    """How many there are."""

    @property
    def seconds(self) -> float:
        """Both together."""
        return self.own + self.others


class FairQueue:
    """Waiting questions, each address with a queue of its own."""

    def __init__(self) -> None:
        self._first: deque[Ticket] = deque()
        """Those that come before all others, whoever pays."""
        self._queues: dict[str, deque[Ticket]] = {}
        """The others; the address whose turn it is comes first."""
        self._seconds: dict[str, float] = {}
        self._counts: Counter[str] = Counter()
        self._length = 0
        self._total = 0.0

    def __len__(self) -> int:
        return self._length

    def count(self, payer: str) -> int:
        """Return how many questions of an address wait here."""
        return self._counts[payer]

    def put(self, ticket: Ticket, *, first: bool = False) -> None:
        """Let a question wait, after the others of its address or before all."""
        payer = ticket.payer
        if first:
            self._first.appendleft(ticket)
        else:
            self._queues.setdefault(payer, deque()).append(ticket)
        self._counts[payer] += 1
        self._seconds[payer] = self._seconds.get(payer, 0.0) + ticket.cost
        self._length += 1
        self._total += ticket.cost

    def pop(self) -> Ticket | None:
        """Return the next question: the oldest of the address whose turn it is, or one before all."""
        if self._first:
            ticket = self._first.popleft()
        elif self._queues:
            payer = next(iter(self._queues))
            queue = self._queues.pop(payer)
            ticket = queue.popleft()
            if queue:
                self._queues[payer] = queue
        else:
            return None
        self._note_removed(ticket)
        return ticket

    def remove(self, ticket: Ticket) -> bool:
        """Remove a question; return whether it waited here."""
        queue = self._queues.get(ticket.payer, ())
        found = next((each for each in (self._first, queue) if ticket in each), None)
        if not isinstance(found, deque):
            return False
        found.remove(ticket)
        if not queue:
            self._queues.pop(ticket.payer, None)
        self._note_removed(ticket)
        return True

    def clear(self) -> list[Ticket]:
        """Remove and return all questions."""
        found = []
        while (ticket := self.pop()) is not None:
            found.append(ticket)
        return found

    def seconds(self, part: Part = whole) -> float:
        """Return the seconds that all of them take."""
        if part is whole:
            return self._total
        return sum(seconds * part(payer) for payer, seconds in self._seconds.items())

    def ahead(self, payer: str | None, part: Part = whole) -> Ahead:
        """Return what comes before a new question of an address; None for one that comes after all others.

        Before the third question of an address each other one has three turns, if it has so many questions.
        """
        total = self.seconds(part)
        if payer is None:
            return Ahead(0.0, total, self._length)
        before = self._counts[payer]
        own = self._seconds.get(payer, 0.0) * part(payer)
        others = self._length - before
        if not others:
            return Ahead(own, 0.0, before)
        addresses = len(self._counts) - (before > 0)
        turns = min(1.0, (before + 1) * addresses / others)
        return Ahead(own, (total - own) * turns, before + others * turns)

    def _note_removed(self, ticket: Ticket) -> None:
        payer = ticket.payer
        self._length -= 1
        self._total = self._total - ticket.cost if self._length else 0.0
        self._counts[payer] -= 1
        if self._counts[payer]:
            self._seconds[payer] -= ticket.cost
        else:
            del self._counts[payer], self._seconds[payer]

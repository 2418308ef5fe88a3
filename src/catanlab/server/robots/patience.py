"""How long a robot or a bot waits for answers to its offer before it takes the offer back."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

ABSENT_SECONDS = 30.0
"""How long it waits without clocks while no person at the table owes an answer, but only robots, bots, and
people who have lost the connection."""
SHARED_SECONDS = 180.0
"""How long it waits for a person without clocks, from the offer on, if other people wait with it."""


@dataclass(slots=True)
class Patience:
    """The patience of one seat with the answers to its open offer.

    A person who thinks or writes a counter-offer is not hurried: in a room without clocks the offer stays
    until they answer, unless other people have to wait as well.
    """

    _decision: int = -1
    _opened: float = 0.0
    _left: float | None = None
    """Since when no person at the table owes an answer; None while somebody does."""

    def ends(
        self, decision: int, now: float, *, answer: float | None, asks_people: bool, others_wait: bool
    ) -> float:
        """Return when the seat waits no longer; infinity for never.

        `decision` numbers the offer, and `answer` is the time that the clocks of the room allow, None
        without clocks. `asks_people` says whether a person who is at the table owes an answer, and
        `others_wait` whether there are people who do not.
        """
        if decision != self._decision:
            self._decision, self._opened, self._left = decision, now, None
        if asks_people:
            self._left = None
        elif self._left is None:
            self._left = now
        if answer is not None:
            return self._opened + answer
        if self._left is not None:
            return self._left + ABSENT_SECONDS
        return self._opened + SHARED_SECONDS if others_wait else inf

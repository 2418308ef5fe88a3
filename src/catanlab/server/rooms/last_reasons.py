"""The public reasons of robots for their last moves and answers, by the numbers of the events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MOST: Final = 80
"""How many reasons are remembered: those of the last rounds. After the end replays have all."""


@dataclass(slots=True)
class LastReasons:
    """What robots can still be asked about: everybody sees a turn of theirs go by before asking why."""

    last: dict[int, int] = field(default_factory=dict)
    """The number of the last move of each seat."""
    _reasons: dict[int, tuple[int, str]] = field(default_factory=dict)

    def note(self, number: int, seat: int, reason: str) -> None:
        """Note a move, and its reason if there is one."""
        self.last[seat] = number
        if reason:
            self._reasons[number] = seat, reason
            if len(self._reasons) > MOST:
                del self._reasons[next(iter(self._reasons))]

    def find(self, number: int, seat: int) -> str:
        """Return the reason of a seat for the event of a number; empty for none."""
        whose, reason = self._reasons.get(number, (-1, ""))
        return reason if whose == seat else ""

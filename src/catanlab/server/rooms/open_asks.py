"""What was asked by the interest buttons in this turn, and who has answered."""

from __future__ import annotations

from dataclasses import dataclass, field

from catanlab.server.rooms import log_entries as log


@dataclass(slots=True)
class OpenAsks:
    """The asks of one turn by the numbers of their events; they are closed when the turn ends."""

    turn: int = -1
    asked: dict[int, log.Asked] = field(default_factory=dict)
    replied: set[tuple[int, int]] = field(default_factory=set)
    """The asks and the seats that have answered them."""

    def see_turn(self, turn: int) -> None:
        """Close everything if another turn has begun."""
        if turn != self.turn:
            self.turn = turn
            self.asked.clear()
            self.replied.clear()

    def waits_for(self, number: int, seat: int) -> bool:
        """Say whether a seat may answer what the event of this number asked."""
        asked = self.asked.get(number)
        if asked is None or asked.seat == seat or (number, seat) in self.replied:
            return False
        return not asked.to or seat in asked.to

    def shown(self, seats: int) -> list[tuple[int, log.Asked, tuple[int, ...]]]:
        """Return the last ask of each of the seats, and those that may be answered, with who may do so."""
        last = {asked.seat: number for number, asked in self.asked.items()}
        found = []
        for number, asked in self.asked.items():
            waiting: tuple[int, ...] = ()
            if asked.kind != "lack":
                waiting = tuple(seat for seat in range(seats) if self.waits_for(number, seat))
            if waiting or last[asked.seat] == number:
                found.append((number, asked, waiting))
        return found

    def last_for(self, seat: int) -> int | None:
        """Return the number of the last ask that a seat may answer, or None."""
        return next((number for number in reversed(self.asked) if self.waits_for(number, seat)), None)

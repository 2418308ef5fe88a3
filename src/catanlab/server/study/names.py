"""What players are called in tables and exports: by a number, or by their names if that is wanted."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from catanlab.server.database.rows import Row
from catanlab.server.rooms import log_entries as log
from catanlab.server.study.facts import GameFacts, Seat


class Names:
    """The names of players. People and bots are numbered in the order of their first games.

    The numbers of one database stay the same as it grows. With `real` everybody has the name of that game.
    """

    def __init__(self, games: Iterable[GameFacts], *, real: bool = False) -> None:
        self.real = real
        self._numbers: dict[str, str] = {}
        counts = {"person": 0, "bot": 0}
        for game in games:
            for seat in game.seats:
                if seat.person and seat.person not in self._numbers:
                    counts[seat.kind] += 1
                    self._numbers[seat.person] = f"{seat.kind} {counts[seat.kind]}"

    def of(self, seat: Seat) -> str:
        """Return the name of who sat there at the start; of a robot its agent."""
        if seat.kind == "robot":
            return seat.agent
        return seat.name if self.real else self.number(seat.person)

    def number(self, person: str) -> str:
        """Return the number of a person; who took a seat only after a start is `somebody`."""
        return self._numbers.get(person, "somebody")

    def hide(self, rows: Iterable[Row]) -> list[Row]:
        """Return the log of a room without the names of people, unless they are wanted."""
        return [row if self.real else self._hidden(row) for row in rows]

    def _hidden(self, row: Row) -> Row:
        entry = log.decode(row.body)
        if isinstance(entry, log.Seated) and entry.kind == "person":
            named: log.AnyEntry = structs.replace(entry, name=self.number(entry.person))
        elif isinstance(entry, log.Returning | log.Renamed):
            named = structs.replace(entry, name=self.number(entry.person))
        else:
            return row
        return structs.replace(row, body=log.encode(named))

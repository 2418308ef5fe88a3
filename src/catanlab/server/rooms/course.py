"""The course of a room's game: when it began and ended, who began it, and whose seats changed hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from catanlab.server.database.rows import GameRow, GameSeatRow
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.seating import Seat


@dataclass(slots=True)
class Course:
    """What happened to the seats of a room, apart from the game itself. Times are those of the log."""

    created_at: int = 0
    started_at: int = 0
    ended_at: int = 0
    people: dict[str, str] = field(default_factory=dict)
    """Everybody who has held a seat, or has come back to one: names by id."""
    starters: tuple[Seat, ...] = ()
    """Who sat where when the game began."""
    substituted: set[int] = field(default_factory=set)
    """The seats whose occupants have changed since."""
    ended: log.Ended | None = None

    def seated(self, entry: log.Seated) -> None:
        """Note who sits down."""
        if entry.kind == "person":
            self.people[entry.person] = entry.name
        # A seat that somebody came back to was another's in between.
        if self.starters:
            self.substituted.add(entry.seat)

    def started(self, seats: Sequence[Seat], at: int) -> None:
        """Note who begins the game."""
        self.started_at = at
        self.starters = tuple(replace(seat) for seat in seats)

    def over(self, entry: log.Ended, at: int) -> None:
        """Note the end."""
        self.ended, self.ended_at = entry, at

    def game_rows(
        self, room: str, *, rules: str, experiment: str, arm: str, turns: int
    ) -> tuple[GameRow, tuple[GameSeatRow, ...]]:
        """Return the game that has ended, as the database keeps it."""
        ended = self.ended
        if ended is None:
            raise RuntimeError(f"room {room}: its game has not ended")
        kinds = [kind_of_player(seat) for seat in self.starters]
        game = GameRow(
            room=room,
            game=1,
            rules=rules,
            size=len(self.starters),
            experiment=experiment,
            arm=arm,
            started_at=self.started_at,
            ended_at=self.ended_at,
            turns=turns,
            winner=None if ended.winner < 0 else ended.winner,
            termination=ended.termination,
            people=kinds.count("person"),
        )
        seats = tuple(
            GameSeatRow(
                room=room,
                game=1,
                seat=number,
                kind=kinds[number],
                person=seat.person or None,
                name=seat.name,
                agent=seat.agent,
                score=ended.scores[number],
                share=ended.shares[number] if ended.shares else 0.0,
                substituted=number in self.substituted,
            )
            for number, seat in enumerate(self.starters)
        )
        return game, seats


def kind_of_player(seat: Seat) -> Literal["person", "bot", "robot"]:
    """Return what kind of player sits in a seat."""
    if seat.kind == "person":
        return "bot" if seat.bot else "person"
    return "robot"

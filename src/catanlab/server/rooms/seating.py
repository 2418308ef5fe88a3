"""Who sits where in a room: people, robots, locks, and who may take which seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from catanlab.server import wire
from catanlab.server.refusals import Refused
from catanlab.server.robots.levels import level_of


@dataclass(slots=True)
class Seat:
    """A seat and its occupant."""

    kind: Literal["person", "robot", "nobody"] = "nobody"
    person: str = ""
    """The person who sits there; of a robot that keeps the seat, the person it keeps it for."""
    name: str = ""
    agent: str = ""
    away: bool = False
    """Whether a robot keeps the seat for `person`."""
    away_name: str = ""
    """The name of the person for whom a robot keeps the seat."""
    locked: bool = False
    nonce: str = ""
    bot: bool = False
    """Whether the person is a bot."""
    face: str = ""
    returning: str = ""
    """The person who gets the seat back at its next decision."""
    returning_name: str = ""
    returning_bot: bool = False
    returning_face: str = ""
    returning_from: int = -1
    """The decision that the robot still makes."""


@dataclass(slots=True)
class Seating:
    """The seats of a room. `homes` are the seats that people have held since the game began."""

    seats: list[Seat]
    homes: dict[str, int] = field(default_factory=dict)
    kept: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The seats that wait for people of an earlier game, until this one begins: ids and names."""

    @classmethod
    def empty(cls, count: int, *, locked: bool = False) -> Seating:
        """Return this many empty seats."""
        return cls([Seat(locked=locked) for _ in range(count)])

    def seat_of(self, person: str) -> int | None:
        """Return the seat that a person holds now, or None."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "person" and seat.person == person:
                return number
        return None

    def audience_of(self, person: str) -> int | None:
        """Return the seat through whose eyes a person sees the game, or None for the public."""
        for number, seat in enumerate(self.seats):
            if seat.returning == person or (seat.kind == "person" and seat.person == person):
                return number
        return None

    def kept_for(self, person: str) -> int | None:
        """Return the seat that a robot keeps for a person, or None."""
        for number, seat in enumerate(self.seats):
            if seat.away and seat.person == person:
                return number
        return None

    def awaited(self, number: int) -> tuple[str, str]:
        """Return the id and name of the person for whom a seat is kept until the start; empty for none."""
        person, name = self.kept.get(number, ("", ""))
        taken = self.seats[number].kind != "nobody" or self.seat_of(person) is not None
        return ("", "") if taken else (person, name)

    def free_for(self, person: str, *, invited: bool = False) -> int | None:
        """Return the seat that a person gets before the start: the kept one, or the first that is free.

        The invited get one that is locked if no other is left.
        """
        for number in range(len(self.seats)):
            if person and self.awaited(number)[0] == person:
                return number
        empty = [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "nobody" and not self.awaited(number)[0]
        ]
        open_to_all = [number for number in empty if not self.seats[number].locked]
        return next(iter(open_to_all or (empty if invited else ())), None)

    def free(self, *, begun: bool) -> int:
        """Return how many seats somebody who has held none may take."""
        if not begun:
            empty = enumerate(self.seats)
            return sum(
                seat.kind == "nobody" and not seat.locked and not self.awaited(number)[0]
                for number, seat in empty
            )
        return sum(_is_for_anybody(seat) for seat in self.seats)

    def check(self, number: int) -> Seat:
        """Return a seat; raises Refused if there is none."""
        if not 0 <= number < len(self.seats):
            raise Refused("no-such-seat", f"the seats are 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def choose(self, person: str, wanted: int | None, *, begun: bool, invited: bool = False) -> int:
        """Return the seat that a person takes; raises Refused if they may not.

        In a game that has begun a person may take the seat of a robot, unless the person has held another
        seat, whose cards they know. Locked seats are for the invited alone; one that a robot keeps for
        somebody is not for them either.
        """
        home = self.homes.get(person) if begun else None
        if wanted is None:
            wanted = home if home is not None else self._first_free(person, begun, invited)
        seat = self.check(wanted)
        if home is not None and home != wanted:
            raise Refused(
                "other-seat-held", f"you have held seat {home} in this game, and can only return there"
            )
        if seat.kind == "person":
            own = seat.person == person
            raise Refused("already-seated" if own else "seat-taken")
        if seat.returning and seat.returning != person:
            raise Refused("seat-taken")
        if seat.returning == person:
            raise Refused("already-seated")
        # A seat that is kept is kept for one person, whoever else has held it before.
        may_unlock = seat.person == person if seat.away else home == wanted
        awaited = "" if begun else self.awaited(wanted)[0]
        if awaited and awaited != person:
            raise Refused("seat-kept")
        if seat.locked and not may_unlock and not awaited and (seat.away or not invited):
            raise Refused("seat-locked")
        return wanted

    def _first_free(self, person: str, begun: bool, invited: bool) -> int:
        if not begun:
            free = self.free_for(person, invited=invited)
            if free is not None:
                return free
        else:
            for suits in (_is_for_anybody, _is_robots) if invited else (_is_for_anybody,):
                for number, seat in enumerate(self.seats):
                    if suits(seat):
                        return number
        raise Refused("seat-taken", "no seat is free")


def _is_for_anybody(seat: Seat) -> bool:
    """Say whether a person may take the seat of a robot in a game that goes on."""
    return seat.kind == "robot" and not seat.locked and not seat.returning


def _is_robots(seat: Seat) -> bool:
    """Say whether a seat is a robot's own, and nobody's who left or comes back."""
    return seat.kind == "robot" and not seat.away and not seat.returning


def occupant(seat: Seat) -> wire.Occupant:
    """Return who sits in a seat, as everybody may know it."""
    if seat.kind == "person":
        return wire.Occupant(
            kind="person", name=seat.name, person=seat.person, bot=seat.bot, face=seat.face
        )
    if seat.kind == "robot":
        level = level_of(seat.agent)
        return wire.Occupant(kind="robot", name=seat.name, agent=seat.agent, level=level, face=seat.face)
    return wire.Occupant(kind="nobody")

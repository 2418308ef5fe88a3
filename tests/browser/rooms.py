"""Rooms made over the public protocol, whose seats are then taken up in a browser."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server import wire
from catanlab.server.client import connect

QUICK = wire.RoomOptions(rules="trading", robots=("greedy",), robot_seconds=0.0)
"""Robots that do not pretend to think."""


@dataclass(frozen=True)
class Seated:
    """A person who sits in a room: `token` is their session."""

    name: str
    token: str
    seat: int


@dataclass(frozen=True)
class Room:
    """A room that was made for a test."""

    name: str
    invitation: str
    people: tuple[Seated, ...]

    @property
    def path(self) -> str:
        """The address of the room on its server."""
        return f"/room/{self.name}"


async def make_room(
    address: str,
    *names: str,
    options: wire.RoomOptions = QUICK,
    begin: bool = True,
) -> Room:
    """Make a room in which people of these names sit, in order of the seats, and begin the game.

    They have a minute to come by browser: their seats are kept for so long.
    """
    url = f"{address.replace('http', 'ws', 1)}/ws"
    async with AsyncExitStack() as connections:
        people = [await connections.enter_async_context(await connect(url, name)) for name in names]
        room = await people[0].create(options)
        invitation = people[0].invitation(room.room)
        seated = []
        for seat, person in enumerate(people):
            if person is not people[0]:
                await person.join(room.room, invitation)
            await person.sit(room.room, seat)
            seated.append(Seated(person.name, person.token, seat))
        if begin:
            await people[0].start(room.room)
    return Room(room.room, invitation, tuple(seated))


_finished: dict[tuple[str, str], str] = {}


async def finished_room(address: str, rules: str = "trading,points_to_win=4") -> str:
    """Return a room in which a short game was played to its end; one for all tests of a server.

    A person sits there: robots alone take their time.
    """
    if (address, rules) not in _finished:
        url = f"{address.replace('http', 'ws', 1)}/ws"
        options = wire.RoomOptions(rules=rules, robots=("greedy", "thomas-plan"), robot_seconds=0.0)
        async with await connect(url, f"Umpire {len(_finished)}") as umpire:
            room = await umpire.create(options)
            await umpire.sit(room.room, 3)
            await umpire.start(room.room)
            await ScriptedPerson(umpire, room, 1).play()
        _finished[address, rules] = room.room
    return _finished[address, rules]

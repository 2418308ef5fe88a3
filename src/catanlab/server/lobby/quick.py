"""Quick play: a seat at a table that waits, or at a new one whose game begins at once with robots.

Who wants to play with robots now never gets a table that waits, and strangers do not get the robots' seats.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from weakref import WeakValueDictionary

from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.server import wire
from catanlab.server.database.room_list import room_of_act
from catanlab.server.lobby.visitors import Visitor
from catanlab.server.refusals import Refused
from catanlab.server.rooms import acts
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.open_rooms import OpenRooms, room_made_by
from catanlab.server.rooms.options import one_sentence
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.room_host import RoomHost
from catanlab.server.rooms.services import Services


class QuickPlay:
    """Seats people. The same act of a person seats them once."""

    def __init__(self, services: Services, rooms: OpenRooms) -> None:
        self._services = services
        self._rooms = rooms
        self.draw_seat: Callable[[int], int] = secrets.randbelow
        """Draws one of this many seats: always to begin would be an advantage, or a drawback."""
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def play(self, visitor: Visitor, message: wire.Quick) -> None:
        """Give a seat, and acknowledge it; raises Refused."""
        key = visitor.person, message.id
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            done = await self._done(*key)
            if done is not None:
                visitor.check_follow(done)
                entrance = await self._rooms.entrance(done, visitor.person)
                host = await self._rooms.enter(entrance, visitor, visitor.payer)
                self._welcome(visitor, message.id, host)
            else:
                await self._seat(visitor, message)

    async def _done(self, person: str, act: str) -> str | None:
        """Return the room in which an act has given a seat already."""
        for room, host in self._rooms.hosts.items():
            if (person, act) in host.room.done:
                return room
        return await asyncio.to_thread(room_of_act, self._services.database, person, act)

    async def _seat(self, visitor: Visitor, message: wire.Quick) -> None:
        # From the choice to the act nothing else happens: nobody else gets the same seat.
        rules = _rules(message.options)
        table = None if message.robots else self._choose(visitor.person, rules)
        if table is not None:
            visitor.check_follow(table.room.id)
            visitor.follow(table, 0)
            sit = wire.Sit(id=message.id, room=table.room.id, nonce=message.nonce)
            if visitor in table.followers:  # the connection may be gone
                table.act(visitor, sit)
            return
        visitor.check_follow(room_made_by(visitor.person, message.id))

        def seat_and_start(room: Room) -> None:
            seat = self.draw_seat(len(room.seating.seats)) if message.seat is None else message.seat
            room.seating.check(seat)
            room.emit(
                log.Seated(
                    seat=seat,
                    kind="person",
                    person=visitor.person,
                    name=visitor.name,
                    nonce=message.nonce,
                    bot=visitor.bot,
                    face=visitor.face,
                )
            )
            if not self._services.pool.admits(acts.robots_to_come(room), visitor.network):
                raise Refused("robots-busy")
            acts.start(room, visitor.person)

        host = await self._rooms.create(
            visitor.person,
            message.id,
            message.options,
            network=visitor.network,
            locked=message.robots and message.options.public and not message.open,
            then=seat_and_start,
        )
        self._welcome(visitor, message.id, host)

    def _welcome(self, visitor: Visitor, act: str, host: RoomHost) -> None:
        visitor.follow(host, 0)
        # What was done a moment ago may wait for its commit.
        seq = host.room.done.get((visitor.person, act), 1)
        host.acknowledge(visitor, act, seq, host.room.invitation)

    def _choose(self, person: str, rules: Rules) -> RoomHost | None:
        """Return the table that suits best: the fullest, and of those the oldest."""
        found = [host for host in self._rooms.hosts.values() if _suits(host, person, rules)]

        def rank(host: RoomHost) -> tuple[int, int, str]:
            seated = sum(seat.kind == "person" for seat in host.room.seating.seats)
            return -seated, host.room.course.created_at, host.room.id

        return min(found, key=rank, default=None)


def _suits(host: RoomHost, person: str, rules: Rules) -> bool:
    """Say whether a person can sit down at a table where somebody else is."""
    room = host.room
    return (
        room.play is None
        and room.options.public
        and host.is_ready
        and bool(room.present - {person})
        and room.seating.seat_of(person) is None
        and room.seating.free_for(person) is not None
        and room.game.rules == rules
    )


def _rules(options: wire.RoomOptions) -> Rules:
    try:
        return rules_from_text(options.rules)
    except CatanlabError as error:
        raise Refused("bad-options", one_sentence(error)) from None

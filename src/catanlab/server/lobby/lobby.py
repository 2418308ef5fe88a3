"""The lobby of a server: who is here, what rooms and channels there are, pushed to those who watch it."""

from __future__ import annotations

import asyncio

from catanlab.server import wire
from catanlab.server.database.room_list import unfinished
from catanlab.server.lobby.channels import Channels
from catanlab.server.lobby.invitations import Invitations
from catanlab.server.lobby.listing import MAX_LISTED, Listing
from catanlab.server.lobby.quick import QuickPlay
from catanlab.server.lobby.rematches import rematch
from catanlab.server.lobby.visitors import Visitor, Visitors
from catanlab.server.protocol.frames import write
from catanlab.server.rooms.open_rooms import OpenRooms
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.standings import decode_line

PUSH_SECONDS = 1.0
"""How much time passes between two pushes of the lobby."""
TURN_SECONDS = 10.0
"""How much time passes between two pushes if games have only gone on: there are many turns."""
MAX_SHOWN = 200
"""How many people, and how many channels, the lobby shows."""
MAX_GAMES = 20
"""How many unfinished games a `welcome` has."""


class Lobby:
    """What people do outside of rooms. One frame is made for all who watch."""

    def __init__(self, services: Services, rooms: OpenRooms) -> None:
        self._services = services
        self._rooms = rooms
        self._watchers: dict[Visitor, None] = {}
        self._frame = b""
        self._made_at = -PUSH_SECONDS
        self._timer: asyncio.TimerHandle | None = None
        self._push_at = 0.0
        self.visitors = Visitors()
        self.listing = Listing(services, rooms, self.changed)
        self.channels = Channels(services, self.changed)
        self.invitations = Invitations(self.visitors)
        self.quick = QuickPlay(services, rooms)
        rooms.on_change = self.changed
        rooms.on_turn = self.gone_on

    async def close(self) -> None:
        """Push nothing any more."""
        self._watchers.clear()
        self.channels.stop()
        await self.listing.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Coming and going.

    def arrived(self, visitor: Visitor) -> None:
        """Somebody has said hello."""
        self.visitors.add(visitor)
        self.changed()

    def left(self, visitor: Visitor) -> None:
        """A connection is gone."""
        self._watch(visitor, on=False)
        self.channels.left(visitor)
        self.visitors.remove(visitor)
        self.changed()

    async def games_of(self, person: str) -> tuple[wire.RoomLine, ...]:
        """Return the games of a person that are not over; tables that wait only if they sit there."""
        found = await asyncio.to_thread(unfinished, self._services.database, person, limit=MAX_GAMES)
        lines = [decode_line(summary, status) for status, summary in found]
        return tuple(
            line
            for line in lines
            if line.status != "waiting" or any(seat.person == person for seat in line.seats)
        )

    # Messages.

    async def receive(self, visitor: Visitor, message: wire.AnyClientMessage) -> bool:
        """Handle a message; returns False if it is not one of the lobby. Raises Refused."""
        match message:
            case wire.ListRooms():
                visitor.outbox.put(write(wire.RoomList(rooms=await self.listing.fresh())))
            case wire.Watch():
                self._watch(visitor, on=message.on)
            case wire.Available():
                self.visitors.set_available(visitor, message.on)
                self.changed()
            case wire.Enter():
                self.channels.enter(visitor, message.channel)
            case wire.Leave():
                self.channels.leave(visitor, message.channel)
            case wire.Talk():
                await self.channels.talk(visitor, message)
            case wire.Quick():
                await self.quick.play(visitor, message)
            case wire.Decline():
                self.invitations.decline(visitor, message.room)
            case wire.Invite():
                self.invitations.invite(visitor, visitor.host_of(message.room), message)
            case wire.Rematch():
                await rematch(self._rooms, visitor, visitor.host_of(message.room), message.id)
            case _:
                return False
        return True

    # Watching.

    def changed(self) -> None:
        """Push the lobby to those who watch it, in a moment, if it is another one by then."""
        self._push_within(PUSH_SECONDS)

    def gone_on(self) -> None:
        """Push the lobby some time, since a game is at its next turn."""
        self._push_within(TURN_SECONDS)

    def _push_within(self, seconds: float) -> None:
        when = max(self._services.now(), self._made_at + seconds)
        if not self._watchers or (self._timer is not None and self._push_at <= when):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._push_at = when
        self._timer = self._services.call_at(when, self._push)

    def _watch(self, visitor: Visitor, *, on: bool) -> None:
        if not on:
            self._watchers.pop(visitor, None)
            self.listing.watch(bool(self._watchers))
            return
        self._watchers[visitor] = None
        self.listing.watch(True)
        if not self._is_fresh:
            self._make()
        visitor.outbox.put(self._frame)
        self.changed()

    @property
    def _is_fresh(self) -> bool:
        return bool(self._frame) and self._services.now() < self._made_at + PUSH_SECONDS

    def _push(self) -> None:
        self._timer = None
        before = self._frame
        self._make()
        if self._frame != before:
            for watcher in list(self._watchers):
                watcher.outbox.put(self._frame)

    def _make(self) -> None:
        sits = self.listing.people_in_public_rooms()
        message = wire.Lobby(
            people=self.visitors.presences(sits, MAX_SHOWN),
            channels=self.channels.infos(MAX_SHOWN),
            rooms=self.listing.lines(MAX_LISTED),
            connected=len(self.visitors),
        )
        self._frame = write(message)
        self._made_at = self._services.now()

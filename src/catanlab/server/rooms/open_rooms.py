"""The rooms in memory: others are loaded from their logs when somebody joins them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from itertools import islice

from sqlalchemy.exc import SQLAlchemyError

from catanlab.server import wire
from catanlab.server.database.errors import LogError
from catanlab.server.database.rows import DiceRow, RoomRow
from catanlab.server.database.servers import release
from catanlab.server.event_log import log_event
from catanlab.server.refusals import Refused
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.room_host import RoomHost
from catanlab.server.rooms.seating import occupant
from catanlab.server.rooms.services import Services

logger = logging.getLogger(__name__)

MAX_ROOMS = 5_000
"""How many rooms a server has in memory at the most."""
MAX_LISTED = 200
"""How many rooms a list has at the most."""
RECORDS_AT_ONCE = 2
"""How many games are repeated at once for their records: others use the same threads."""
IDLE_SECONDS = 600.0
"""How long a room that nobody follows stays in memory."""

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class OpenRooms:
    """The rooms in memory, each with its host."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.hosts: dict[str, RoomHost] = {}
        self._loads: dict[str, asyncio.Task[RoomHost]] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._closed = False
        self._repeating = asyncio.Semaphore(RECORDS_AT_ONCE)

    def stop(self) -> None:
        """Open no more rooms."""
        self._closed = True
        for timer in self._idle.values():
            timer.cancel()

    async def close(self) -> None:
        """End the rooms; what was acknowledged is in the log."""
        self.stop()
        await asyncio.gather(*self._loads.values(), *self._closing, return_exceptions=True)
        await asyncio.gather(*(host.close() for host in self.hosts.values()), return_exceptions=True)

    async def create(self, owner: str, act: str, options: wire.RoomOptions) -> RoomHost:
        """Return the room that an act of a person makes; the same act makes it only once."""
        room = room_made_by(owner, act)
        return await self.host(room, lambda: self._create(room, owner, act, options))

    async def host(self, room: str, make: Callable[[], Awaitable[RoomHost]] | None = None) -> RoomHost:
        """Return the host of a room, loaded or made if need be; raises Refused if there is no such room.

        Whoever comes meanwhile waits for the same one: a room never has two hosts.
        """
        timer = self._idle.pop(room, None)
        if timer is not None:
            timer.cancel()
        host = self.hosts.get(room)
        if host is not None:
            return host
        task = self._loads.get(room)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._open(room, make))
            self._loads[room] = task
            task.add_done_callback(lambda _: self._loads.pop(room, None))
        return await asyncio.shield(task)

    async def _open(self, room: str, make: Callable[[], Awaitable[RoomHost]] | None) -> RoomHost:
        if self._closed:
            raise Refused("overloaded", "The server restarts; come back in a moment.")
        # This room is among those being loaded.
        if len(self.hosts) + len(self._loads) > MAX_ROOMS and not self._make_space():
            raise Refused("too-many-rooms")
        found = await asyncio.to_thread(self.services.database.room, room)
        if found is not None:
            host = await self._load(room)
        elif make is not None:
            host = await make()
        else:
            raise Refused("no-such-room")
        self.hosts[room] = host
        host.given_up = self._forget
        if found is not None:
            host.resume()
        self._log_opened(host, found)
        return host

    async def _create(self, room_id: str, owner: str, act: str, options: wire.RoomOptions) -> RoomHost:
        services = self.services
        at = services.milliseconds()
        room, batch = Room.create(
            room_id,
            options,
            owner=owner,
            act=act,
            now=services.now(),
            at=at,
            experiment=services.experiment,
        )
        row = RoomRow(room_id, at, options.public, room.invitation, room.status, owner=services.server)
        dice = DiceRow(room_id, room.commitment, room.dice.secret, room.dice.salt, at)
        await services.writer.create_room(row, batch.rows, dice=dice)
        return RoomHost(room, services, [])

    async def _load(self, room: str) -> RoomHost:
        loaded, chat = await self.services.load(room)
        return RoomHost(loaded, self.services, chat)

    async def record(self, room: str, invitation: str) -> str:
        """Return the record of a game that is over, as text; raises Refused."""
        found = await asyncio.to_thread(self.services.database.room, room)
        if found is None or not (found.public or is_same(invitation, found.invitation)):
            raise Refused("no-such-room")
        if found.status != "over":
            raise Refused("not-over")
        async with self._repeating:
            return await asyncio.to_thread(self._record, room)

    def _record(self, room: str) -> str:
        # From the log: what a room in memory has may not be committed yet, and the record tells its dice.
        rows = self.services.database.read_rows(room)
        return Room.rebuild(rows, rows[-1].epoch).record().text

    def left(self, host: RoomHost) -> None:
        """Let a room that nobody follows leave the memory after a while."""
        room = host.room.id
        if host.followers or self._closed or room in self._idle or self.hosts.get(room) is not host:
            return
        loop = asyncio.get_running_loop()
        self._idle[room] = loop.call_later(IDLE_SECONDS, self.unload, room)

    def unload(self, room: str) -> None:
        self._idle.pop(room, None)
        host = self.hosts.get(room)
        if host is None or host.followers:
            return
        if not host.is_idle:
            self.left(host)
            return
        self._forget(host)

    def _forget(self, host: RoomHost) -> None:
        """Let a room leave the memory, and other servers have it."""
        room = host.room.id
        if self.hosts.get(room) is not host:
            return
        del self.hosts[room]
        timer = self._idle.pop(room, None)
        if timer is not None:
            timer.cancel()
        self.services.pool.forget(room)
        task = asyncio.get_running_loop().create_task(self._close(host))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close(self, host: RoomHost) -> None:
        await host.close()
        room, services = host.room, self.services
        try:
            await services.writer.run(release, services.database, room.id, services.server, room.epoch)
        except (LogError, SQLAlchemyError) as error:  # it stays ours: people are sent here for it
            logger.warning("room %s could not be let go: %s", room.id, error)
        log_event(logger, "room closed", room=room.id, epoch=room.epoch)

    def _log_opened(self, host: RoomHost, before: RoomRow | None) -> None:
        event, owner = "room made", None
        if before is not None:
            owner = None if before.owner == self.services.server else before.owner
            event = "room opened" if owner is None else "room taken over"
        room = host.room
        log_event(logger, event, room=room.id, epoch=room.epoch, status=room.status, owner=owner)

    def _make_space(self) -> bool:
        """Let the room that nobody has followed for longest leave the memory; False if there is none."""
        for room, timer in list(self._idle.items()):
            host = self.hosts.get(room)
            if host is not None and host.is_idle:
                timer.cancel()
                self.unload(room)
                return True
        return False

    def listed(self) -> wire.RoomList:
        """Return the public rooms in memory that wait or play."""
        rooms = (host.room for host in self.hosts.values())
        listed = (room for room in rooms if room.options.public and room.status in ("waiting", "playing"))
        lines = [
            wire.RoomLine(
                room=room.id,
                status=room.status,
                rules=room.options.rules,
                seats=tuple(occupant(seat) for seat in room.seating.seats),
                spectators=room.spectators,
            )
            for room in islice(listed, MAX_LISTED)
        ]
        return wire.RoomList(rooms=tuple(lines))


def is_same(given: str, secret: str) -> bool:
    """Compare in a time that does not tell how much of a guess was right."""
    return secrets.compare_digest(given.encode(), secret.encode())


def room_made_by(person: str, act: str) -> str:
    """Return the room that an act makes: always the same one, so that it is made once."""
    digest = hashlib.sha256(f"room {person} {act}".encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:10])

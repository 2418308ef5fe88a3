"""The list of public rooms: those in the memory of this server, and those that other servers have."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from catanlab.server import wire
from catanlab.server.database.errors import reason_of
from catanlab.server.database.room_list import LIVE, listed_elsewhere
from catanlab.server.event_log import Outage
from catanlab.server.rooms.open_rooms import OpenRooms
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.standings import decode_line

logger = logging.getLogger(__name__)

MAX_LISTED = 200
"""How many rooms a list has at the most."""
LOOK_SECONDS = 3.0
"""How old the knowledge of other servers' rooms may be."""


class Listing:
    """The public rooms that wait or play: those that wait come first, and new ones before old ones."""

    def __init__(self, services: Services, rooms: OpenRooms, changed: Callable[[], None]) -> None:
        self._services = services
        self._rooms = rooms
        self._changed = changed
        self._elsewhere: tuple[wire.RoomLine, ...] = ()
        self._looked_at = -LOOK_SECONDS
        self._looking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._outage = Outage(logger, "reading the rooms of other servers")

    def lines(self, limit: int = MAX_LISTED) -> tuple[wire.RoomLine, ...]:
        """Return the rooms as far as they are known."""
        here = [host.line for host in self._rooms.hosts.values() if _is_listed(host.line)]
        known = set(self._rooms.hosts)
        others = [line for line in self._elsewhere if line.room not in known]
        found = sorted([*here, *others], key=lambda line: (line.status != "waiting", -line.at, line.room))
        return tuple(found[:limit])

    async def fresh(self) -> tuple[wire.RoomLine, ...]:
        """Return the rooms after a look at those of other servers, unless somebody has just looked."""
        looking = self._looking is not None and not self._looking.done()
        if looking or self._services.now() >= self._looked_at + LOOK_SECONDS:
            await asyncio.shield(self._look())
        return self.lines()

    def people_in_public_rooms(self) -> dict[str, str]:
        """Return the public rooms of this server by the people who sit there."""
        lines = (host.line for host in self._rooms.hosts.values() if _is_listed(host.line))
        return {seat.person: line.room for line in lines for seat in line.seats if seat.person}

    # Other servers.

    def watch(self, on: bool) -> None:
        """Look at the rooms of other servers now and then, as long as somebody watches."""
        if not on:
            self.stop()
        elif self._timer is None:
            self._wait()

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        """Look no more, and wait for the last look: the database is closed after that."""
        self.stop()
        if self._looking is not None:
            await asyncio.gather(self._looking, return_exceptions=True)

    def _wait(self) -> None:
        self._timer = self._services.call_at(self._services.now() + LOOK_SECONDS, self._ring)

    def _ring(self) -> None:
        self._wait()
        self._look()

    def _look(self) -> asyncio.Task[None]:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._read())
        return self._looking

    async def _read(self) -> None:
        services = self._services
        self._looked_at = services.now()
        try:
            found = await asyncio.to_thread(
                listed_elsewhere,
                services.database,
                services.server,
                services.milliseconds(),
                limit=MAX_LISTED,
            )
        except SQLAlchemyError as error:
            self._outage.goes_on(reason_of(error))
            return
        self._outage.is_over()
        lines = tuple(decode_line(summary, status) for status, summary in found)
        if lines != self._elsewhere:
            self._elsewhere = lines
            self._changed()


def _is_listed(line: wire.RoomLine) -> bool:
    return line.public and line.status in LIVE

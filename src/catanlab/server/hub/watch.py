"""What a server does every two seconds: it renews its lease, looks at its rooms, and calls hooks.

While the lease lives, other servers send people here for the rooms of this one. A server that cannot renew
it, since the database does not answer, goes on: it cannot commit anything either, so it refuses every act,
and epochs keep it from writing to a room that another server has by then.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from catanlab.server.database.errors import AWAY, FencedError, reason_of
from catanlab.server.database.servers import ServerRow, arrive, leave, owners, renew, rooms_of
from catanlab.server.event_log import Outage, log_event
from catanlab.server.rooms.open_rooms import OpenRooms
from catanlab.server.rooms.pending import closed, elsewhere
from catanlab.server.rooms.services import Services

logger = logging.getLogger(__name__)

EVERY_SECONDS = 2.0
"""How often a server looks."""
LEASE_SECONDS = 10.0
"""How long it is taken for alive after it has renewed its lease."""


class Watch:
    """Looks after the lease of a server and after its rooms."""

    def __init__(self, services: Services, rooms: OpenRooms) -> None:
        self.every_seconds = EVERY_SECONDS
        self.lease_seconds = LEASE_SECONDS
        self._services = services
        self._rooms = rooms
        self._started_at = 0
        self._renewed_at = -math.inf
        self._hooks: list[Callable[[], Awaitable[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._outage = Outage(logger, "looking after the lease and the rooms")

    def add(self, hook: Callable[[], Awaitable[None]]) -> None:
        """Have something done each time, too."""
        self._hooks.append(hook)

    @property
    def lease_age(self) -> float:
        """The seconds since the lease was renewed."""
        return self._services.now() - self._renewed_at

    async def start(self) -> None:
        """Take the lease, and go on looking; raises database errors."""
        self._started_at = self._services.milliseconds()
        services = self._services
        await services.writer.run(arrive, services.database, self._row())
        self._renewed_at = services.now()
        self._task = asyncio.get_running_loop().create_task(self._look_often())

    async def close(self) -> None:
        """Give up the lease and all rooms, after everything that waits for its commit."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        services = self._services
        try:
            await services.writer.run(leave, services.database, services.server)
        except Exception as error:  # then the lease expires by itself
            logger.warning("the lease could not be given up: %s", error)

    async def look(self) -> None:
        """Renew the lease, give up rooms that others have or that were closed, and call the hooks."""
        failed = ""
        for work in (self._renew, self._look_at_rooms, *self._hooks):
            try:
                await work()
            except AWAY as error:
                failed = failed or reason_of(error)
            except Exception:
                logger.exception("the server cannot look after its rooms")
        if failed:
            self._outage.goes_on(failed)
        else:
            self._outage.is_over()

    async def _look_often(self) -> None:
        while True:
            await asyncio.sleep(self.every_seconds)
            await self.look()

    def _row(self) -> ServerRow:
        """Return the server's row as it is from now on."""
        services = self._services
        expires = services.milliseconds() + int(self.lease_seconds * 1000)
        return ServerRow(services.server, services.url, self._started_at, expires)

    async def _renew(self) -> None:
        services = self._services
        now = services.milliseconds()
        lived = await services.writer.run(renew, services.database, self._row(), now)
        self._renewed_at = services.now()
        if not lived:
            log_event(logger, "lease had expired", level=logging.WARNING, server=services.server)

    async def _look_at_rooms(self) -> None:
        """Give up the rooms in memory that this server has no longer, and those that were closed."""
        services = self._services
        # Only rooms that were open before the question: others may be too new for its answer.
        open_rooms = dict(self._rooms.hosts)
        kept = await asyncio.to_thread(rooms_of, services.database, services.server)
        lost = [room for room in open_rooms if room not in kept]
        found = {}
        if lost:
            now = services.milliseconds()
            found = await asyncio.to_thread(owners, services.database, lost, now)
        for room, host in open_rooms.items():
            if self._rooms.hosts.get(room) is not host:
                continue
            if room in found:
                log_event(logger, "room lost", room=room, url=found[room].url)
                host.give_up(elsewhere(room, found[room].url))
            elif room not in kept:  # others had it, and have let it go
                host.load_again(FencedError(f"room {room} was opened by another server"))
            elif kept[room] == "closed":
                host.give_up(closed(room))

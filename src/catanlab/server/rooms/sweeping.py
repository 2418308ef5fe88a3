"""Rooms that a server left behind are put to rest: their games sleep, and tables that waited are closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from sqlalchemy.exc import SQLAlchemyError

from catanlab.server.database.errors import LogError
from catanlab.server.database.room_list import sweep
from catanlab.server.rooms.services import Services

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 60.0
"""How often it is done: people whose server ended have so long to come back to a table that waits."""


class Sweeping:
    """Looks at the rooms of the database now and then; `here` tells which are in memory."""

    def __init__(self, services: Services, here: Callable[[], Collection[str]]) -> None:
        self._services = services
        self._here = here
        self._suspects: frozenset[str] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Do it for the first time, when the server starts, and again and again from then on."""
        self._wait()
        await self._sweep()

    def stop(self) -> None:
        """Do it no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self._timer = self._services.call_at(self._services.now() + SWEEP_SECONDS, self._ring)

    def _ring(self) -> None:
        self._wait()
        task = asyncio.get_running_loop().create_task(self._sweep())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        services = self._services
        here = frozenset(self._here())
        try:
            self._suspects = await services.writer.run(
                sweep, services.database, services.server, services.milliseconds(), here, self._suspects
            )
        except (LogError, SQLAlchemyError) as error:  # the disk may be full: next time
            logger.error("rooms that nobody has were not put to rest: %s", error)

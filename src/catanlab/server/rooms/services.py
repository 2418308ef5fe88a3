"""What every room of a server shares: the log, the robots, the clock, and how a room is loaded."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from catanlab.server.database.database import Database
from catanlab.server.database.rows import ChatRow
from catanlab.server.database.writer import LogWriter
from catanlab.server.ledger import Ledger
from catanlab.server.limits import Limits
from catanlab.server.metrics import Metrics
from catanlab.server.robots.pool import RobotPool
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.rooms.room import Room


@dataclass(slots=True)
class Services:
    """The database, the robots, the time, and the ledger."""

    database: Database
    writer: LogWriter
    pool: RobotPool
    robot_seconds: float = 5.0
    """How long a robot may think about a decision."""
    ledger: Ledger = field(default_factory=Ledger)
    """What people and addresses make the server hold and do."""
    experiment: Experiment | None = None
    """The experiment that new rooms are part of."""
    metrics: Metrics = field(default_factory=Metrics)
    """What is counted for those who run the server."""
    server: str = field(default_factory=lambda: os.urandom(8).hex())
    """The id of this server process: the owner of the rooms that it opens."""
    url: str = ""
    """The WebSocket at which clients reach this very process."""

    @property
    def limits(self) -> Limits:
        """The limits of the server."""
        return self.ledger.limits

    def now(self) -> float:
        """Return the time of clocks, in seconds."""
        return time.monotonic()

    def milliseconds(self) -> int:
        """Return the time of day, in milliseconds, for the log."""
        return time.time_ns() // 1_000_000

    def call_at(self, when: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function at a time of `now`."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(0.0, when - self.now()), call)

    async def sleep(self, seconds: float) -> None:
        """Wait for so long."""
        await asyncio.sleep(seconds)

    async def load(self, room: str) -> tuple[Room, list[ChatRow]]:
        """Load a room from its log under a new epoch.

        Raises UnknownRoomError, ElsewhereError if another server has it, and database errors.
        """
        epoch = await self.writer.reopen(room, owner=self.server, now=self.milliseconds())
        rows = await asyncio.to_thread(self.database.read_rows, room)
        chat = await asyncio.to_thread(self.database.read_chat, room)
        done = await asyncio.to_thread(self.database.acts, room)
        # A log of a thousand events takes some 25 ms: not in the event loop.
        loaded = await asyncio.to_thread(Room.rebuild, rows, epoch)
        loaded.done = done
        return loaded, chat

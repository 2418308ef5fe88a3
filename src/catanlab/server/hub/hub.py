"""The hub of a server: its people, its rooms, and the sessions of its clients."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping

from sqlalchemy.exc import SQLAlchemyError

from catanlab.server.database.database import Database
from catanlab.server.database.servers import live_servers
from catanlab.server.database.writer import LogWriter
from catanlab.server.hub.gauges import hub_metrics
from catanlab.server.hub.session import ClientSession
from catanlab.server.hub.watch import Watch
from catanlab.server.ladder.keeper import LadderKeeper
from catanlab.server.ledger import Ledger
from catanlab.server.limits import Limits
from catanlab.server.lobby.lobby import Lobby
from catanlab.server.metrics import Metrics
from catanlab.server.people.doorkeeper import Doorkeeper
from catanlab.server.people.people import People
from catanlab.server.ports import NOBODY, Caller, Outbox
from catanlab.server.protocol.frames import RESTARTING
from catanlab.server.robots.pool import RobotPool
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.rooms.open_rooms import OpenRooms
from catanlab.server.rooms.services import Services


class Hub:
    """What all connections share."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.people = People(services)
        self.rooms = OpenRooms(services)
        self.lobby = Lobby(services, self.rooms)
        self.ladder = LadderKeeper(services.writer)
        self.rooms.on_end = self.ladder.wake
        self.watch = Watch(services, self.rooms)
        self.sessions: set[ClientSession] = set()
        self.doorkeeper = Doorkeeper(self.people, lambda: self.sessions, self._renamed)

        services.writer.observe = services.metrics.committed
        services.metrics.look_up(lambda: hub_metrics(self))

    async def start(self) -> None:
        """Start the writer and the robots."""
        self.services.writer.start()
        await self.rooms.start()
        await self.services.pool.start()
        await self.watch.start()
        await self.doorkeeper.start()
        self.ladder.start()

    async def close(self) -> None:
        """Tell all clients to come back later, and end the rooms; what was acknowledged is in the log.

        The rooms are given up first: another server may have them as soon as clients know.
        """
        self.rooms.stop()
        await self.lobby.close()
        await self.rooms.close()
        await self.watch.close()
        for session in list(self.sessions):
            session.outbox.put(RESTARTING)
        await self.doorkeeper.close()
        await self.ladder.close()
        self.people.close()
        await self.services.pool.close()
        await self.services.writer.close()
        await asyncio.to_thread(self.services.database.close)

    def _renamed(self, names: Mapping[str, str]) -> None:
        """Call people by their new names in the lobby and in their seats."""
        self.lobby.changed()
        for host in list(self.rooms.hosts.values()):
            for person, name in names.items():
                host.rename(person, name)

    def connect(self, outbox: Outbox, caller: Caller = NOBODY) -> ClientSession:
        """Return the session of a new connection."""
        session = ClientSession(self, outbox, caller)
        self.sessions.add(session)
        return session

    async def name_of_bot(self, token: str) -> str:
        """Return the name of the bot with a token; raises Refused if there is none."""
        return await self.people.name_of_bot(token)

    async def missing(self) -> str:
        """Return what the server lacks to do its work; empty if it is ready."""
        try:
            await asyncio.to_thread(live_servers, self.services.database, 0)
        except SQLAlchemyError:
            return "the database does not answer"
        return "" if self.watch.lease_age < self.watch.lease_seconds else "the lease cannot be renewed"

    async def record(self, room: str, invitation: str, caller: Caller = NOBODY) -> str:
        """Return the record of a game that is over, as text; raises Refused."""
        person = (await self.people.person_by_token(caller.token, caller)).id if caller.token else ""
        return await self.rooms.record(room, invitation, person)


def open_hub(
    *,
    database: str,
    workers: int | None = None,
    experiment: str | None = None,
    limits: Limits | None = None,
    url: str = "",
    metrics: Metrics | None = None,
) -> Hub:
    """Return a hub on a database; raises DatabaseError if it cannot be opened.

    `workers` are the processes in which robots think; by default one less than there are cores.
    `experiment` is the name of one that new rooms are part of; raises ArgumentError if there is none.
    `url` is the WebSocket at which clients reach this very process.
    """
    assigning = None if experiment is None else Experiment(experiment)
    opened = Database(database)
    count = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
    pool = RobotPool(workers=count)
    services = Services(
        opened, LogWriter(opened), pool, ledger=Ledger(limits), experiment=assigning, url=url
    )
    services.metrics = metrics or services.metrics
    return Hub(services)

"""The doorkeeper: looks every few seconds whether everybody who is connected still may be.

Another process, or an administrator, may have banned somebody, ended a session or deleted a person: the
database says so, and whoever it concerns has to leave. The names of those who stay are kept for them; who
has taken another name is called so on all connections, since the old one may be somebody else's by now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Protocol

from sqlalchemy import Connection

from catanlab.server import wire
from catanlab.server.database import moderation_queries as moderation
from catanlab.server.database import people_queries as queries
from catanlab.server.database.errors import AWAY, reason_of
from catanlab.server.database.rows import BanRow
from catanlab.server.event_log import Outage
from catanlab.server.people.people import People
from catanlab.server.ports import Caller, Outbox
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import Refused

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""How long it takes at the most until a ban holds."""
SEEN_EVERY = 60_000
"""Milliseconds after which it is written down again who is here."""
DROP_EVERY = 3_600_000
"""Milliseconds after which sessions that have expired are dropped again."""


class Visitor(Protocol):
    """A connection."""

    person: str
    name: str
    reserved: bool
    owner: str
    """The owner of a bot; empty for people."""
    token_hash: str
    caller: Caller
    outbox: Outbox


class Doorkeeper:
    """Shows people out; `visitors` returns all connections, and `renamed` is told new names by person."""

    def __init__(
        self,
        people: People,
        visitors: Callable[[], Collection[Visitor]],
        renamed: Callable[[Mapping[str, str]], None] = lambda names: None,
    ) -> None:
        self._people = people
        self._visitors = visitors
        self._renamed = renamed
        self._noted = 0
        self._dropped = 0
        self._closed = False
        self._task: asyncio.Task[None] | None = None
        self._outage = Outage(logger, "looking who is banned")

    async def start(self) -> None:
        """Read the bans, and begin to look."""
        self._people.bans.replace(await self._people.read(moderation.bans, self._people.now))
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Look no more; a look that has begun comes to its end, since it has a connection."""
        self._closed = True
        self._people.changed.set()
        if self._task is not None:
            await self._task

    async def _watch(self) -> None:
        changed = self._people.changed
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await changed.wait()
            if self._closed:
                return
            changed.clear()
            try:
                await self.look()
            except AWAY as error:
                self._outage.goes_on(reason_of(error))
            except Exception:
                logger.exception("the doorkeeper failed")
            else:
                self._outage.is_over()

    async def look(self) -> None:
        """Look once who has to leave, and write down who is here."""
        people = self._people
        visitors = [visitor for visitor in self._visitors() if visitor.person]
        tokens = {visitor.token_hash for visitor in visitors}
        persons = {visitor.person for visitor in visitors}
        bans, good, names = await people.read(_facts, tokens, persons, people.now)
        people.bans.replace(bans)
        self._rename(visitors, names)
        staying = set()
        for visitor in visitors:
            try:
                if visitor.token_hash not in good:
                    raise Refused("bad-token", "the session has ended")
                people.bans.check_person(visitor.person, people.now)
                people.bans.check_person(visitor.owner, people.now)
                people.bans.check_address(visitor.caller.address, people.now)
            except Refused as refused:
                dismiss(visitor, refused)
            else:
                staying.add(visitor.person)
        if staying and people.now - self._noted >= SEEN_EVERY:
            self._noted = people.now
            await people.write(queries.note_seen, staying, people.now)
        if people.now - self._dropped >= DROP_EVERY:
            self._dropped = people.now
            await people.write(queries.drop_expired, people.now)

    def _rename(self, visitors: Collection[Visitor], names: Mapping[str, tuple[str, bool]]) -> None:
        """Call everybody by the name that they have now."""
        renamed = {}
        for visitor in visitors:
            before = visitor.name, visitor.reserved
            visitor.name, visitor.reserved = names.get(visitor.person, before)
            if before != (visitor.name, visitor.reserved):
                renamed[visitor.person] = visitor.name
        if renamed:
            self._renamed(renamed)


def _facts(
    connection: Connection, tokens: set[str], persons: set[str], now: int
) -> tuple[list[BanRow], set[str], dict[str, tuple[str, bool]]]:
    return (
        moderation.bans(connection, now),
        queries.open_sessions(connection, tokens, now),
        queries.names_of(connection, persons),
    )


def dismiss(visitor: Visitor, refused: Refused) -> None:
    """Tell a client why it has to leave, and close its connection."""
    visitor.outbox.put(write(wire.Bye(code=refused.code, text=refused.text)))
    visitor.outbox.close(CloseCode.DISMISSED, refused.code)

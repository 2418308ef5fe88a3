"""Games that are over and not in memory, shown from their logs: no room stays in memory for who looks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec.structs

from catanlab.server import wire
from catanlab.server.database.rows import ChatRow
from catanlab.server.ledger import Payer
from catanlab.server.refusals import Refused
from catanlab.server.rooms.pending import Follower
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.table_info import table_info
from catanlab.server.rooms.updates import beginning, chat_frames, counting, history_page

T = TypeVar("T")
GAMES_AT_ONCE = 2
"""How many games are repeated at once: others use the same threads."""


class FinishedGames:
    """Answers those who have held no seat in a game that is over, as its room would answer spectators."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.repeating = asyncio.Semaphore(GAMES_AT_ONCE)
        """Held while a game is repeated."""

    async def join(self, follower: Follower, payer: Payer, message: wire.Join) -> None:
        """Send a connection what it would get first if it followed the room alone; raises Refused."""

        def frames(room: Room, chat: list[ChatRow]) -> list[bytes]:
            room.present = frozenset([follower.person])
            table = msgspec.structs.replace(table_info(room, 0.0), busy=False)
            first = beginning(room, room.public, message.seq, table)
            return [first, *(frame for _, frame in chat_frames(room, chat, [follower]))]

        for frame in await self._repeat(message.room, payer, frames):
            follower.outbox.put(frame)

    async def answer(self, follower: Follower, payer: Payer, message: wire.Count | wire.History) -> None:
        """Count cards, or show a page of past events; raises Refused."""

        def frame(room: Room, chat: list[ChatRow]) -> bytes:
            if isinstance(message, wire.Count):
                return counting(room, room.public)
            return history_page(room, room.public, message.after)

        follower.outbox.put(await self._repeat(message.room, payer, frame))

    async def _repeat(self, room: str, payer: Payer, show: Callable[[Room, list[ChatRow]], T]) -> T:
        """Repeat a game in another thread, and return what is shown of it; raises Refused."""
        services = self._services
        if not services.ledger.spend("replays", payer, 1, services.now()):
            raise Refused("too-fast", "Many games were repeated for this address: wait a little.")

        def work() -> T:
            database = services.database
            found, rows = database.room(room), database.read_rows(room)
            if found is None or not rows:
                raise Refused("no-such-room")
            # It had the last epoch when it was in memory.
            return show(Room.rebuild(rows, found.epoch), database.read_chat(room))

        async with self.repeating:
            return await asyncio.to_thread(work)

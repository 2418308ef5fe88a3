"""What a person does, in short: each call is a message of the wire, and waits for its answer."""

from __future__ import annotations

import itertools
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from msgspec import UNSET

from catanlab.server import wire
from catanlab.server.client.room_view import RoomView

Request: TypeAlias = wire.Create | wire.Quick | wire.Talk | wire.Report | wire.AnyAct
"""What is acknowledged."""


class Person(ABC):
    """Somebody who makes rooms, takes seats and plays."""

    def __init__(self) -> None:
        self.rooms: dict[str, RoomView] = {}
        """The rooms that the client follows."""
        self._prefix = secrets.token_urlsafe(8)
        self._numbers = itertools.count(1)

    @abstractmethod
    async def act(self, message: Request) -> wire.Ack:
        """Send a request until it is acknowledged; raises RefusedError, or ConnectionEndedError."""

    @abstractmethod
    async def join(self, room: str, invitation: str = "") -> RoomView:
        """Follow a room; raises RefusedError."""

    @abstractmethod
    def invitation(self, room: str) -> str:
        """Return the invitation with which the client joined a room."""

    @abstractmethod
    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds."""

    def new_id(self) -> str:
        """Return an id for an act that no other act of this person has."""
        return f"{self._prefix}-{next(self._numbers)}"

    async def create(self, options: wire.RoomOptions | None = None) -> RoomView:
        """Make a room and follow it; raises RefusedError."""
        ack = await self.act(wire.Create(id=self.new_id(), options=options or wire.RoomOptions()))
        return await self.join(ack.room, "" if ack.invitation is UNSET else ack.invitation)

    async def quick(
        self,
        options: wire.RoomOptions | None = None,
        nonce: str = "",
        *,
        robots: bool = False,
        open: bool = False,
        seat: int | None = None,
    ) -> RoomView:
        """Get a seat at a table that waits, or in a new game with robots, and follow it."""
        quick = wire.Quick(
            id=self.new_id(),
            options=options or wire.RoomOptions(),
            nonce=nonce,
            robots=robots,
            open=open,
            seat=seat,
        )
        ack = await self.act(quick)
        return await self.join(ack.room, "" if ack.invitation is UNSET else ack.invitation)

    async def rematch(self, room: str) -> RoomView:
        """Follow the room of a rematch, which is made if there is none yet; raises RefusedError."""
        await self.act(wire.Rematch(id=self.new_id(), room=room))
        await self.until(lambda: self.rooms[room].rematch is not None)
        made = self.rooms[room].rematch
        assert made is not None
        return await self.join(made.room, made.invitation)

    async def sit(self, room: str, seat: int | None = None, nonce: str = "") -> wire.Ack:
        """Take a seat, or any free one; raises RefusedError."""
        invitation = self.invitation(room)
        sit = wire.Sit(id=self.new_id(), room=room, seat=seat, nonce=nonce, invitation=invitation)
        return await self.act(sit)

    async def start(self, room: str) -> wire.Ack:
        """Begin the game; raises RefusedError."""
        return await self.act(wire.Start(id=self.new_id(), room=room))

    async def move(self, room: str, decision: int, move: str) -> wire.Ack:
        """Make a move in answer to a decision; raises RefusedError."""
        return await self.act(wire.Move(id=self.new_id(), room=room, decision=decision, move=move))

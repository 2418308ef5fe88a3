"""What waits for a commit: frames to be sent after it, and the act that is refused if it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from msgspec import UnsetType

from catanlab.server import wire
from catanlab.server.database.errors import LogError
from catanlab.server.ports import Outbox
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import Refused

Change: TypeAlias = Literal["turn", "seats", "end"]
"""What lists say of a room now: another turn, another status or other people, that the game has ended."""
Farewell: TypeAlias = Callable[[str | UnsetType], bytes]
"""The frame for whoever follows a room that this process has no longer; with an id, for an act."""


class Follower(Protocol):
    """A connection that follows a room."""

    outbox: Outbox
    person: str
    name: str
    bot: bool
    face: str
    network: str
    """Where it comes from, as addresses are counted; empty if not known."""
    muted: frozenset[str]
    """The people of whom it wants to hear nothing."""


@dataclass(slots=True)
class Pending:
    """Frames that may be sent once the commit they wait for is done."""

    commit: asyncio.Future[None] | None
    frames: list[tuple[Follower, bytes]] = field(default_factory=list)
    act: tuple[Follower, str] | None = None
    """Whose act is answered here and its id: to be refused if the commit fails, or one before it."""
    begun: float = 0.0
    """When the act was done."""
    line: wire.RoomLine | None = None
    """What lists say of the room from then on, if that has changed."""
    change: Change = "turn"
    """What has changed of it."""

    @property
    def code(self) -> str:
        """Why the act is refused: if it broke the room, it is not to be sent again."""
        error = self.commit.exception() if self.commit is not None and self.commit.done() else None
        return "not-committed" if error is None or isinstance(error, LogError) else "server-error"


def refusal(room: str, act: str | UnsetType, refused: Refused) -> bytes:
    """Return the frame that refuses an act in a room."""
    return write(wire.Refused(code=refused.code, text=refused.text, id=act, room=room))


def elsewhere(room: str, url: str) -> Farewell:
    """Return the frames that send people to another server."""
    return lambda act: write(wire.Elsewhere(room=room, url=url, id=act))


def closed(room: str) -> Farewell:
    """Return the frames that tell that a room is closed."""
    return lambda act: refusal(room, act, Refused("room-closed"))

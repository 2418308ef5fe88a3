"""What the transport and the rooms know of each other: protocols without a web framework."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from catanlab.server.wire import AnyClientMessage


class Caller(Struct, frozen=True):
    """Where a connection or request comes from."""

    address: str = ""
    """The address of the client: that of the socket, or what a trusted proxy says; empty if not known."""
    token: str = ""
    """The token of the cookie; empty for none. What the client itself says, as in `hello`, goes first."""

    def __repr__(self) -> str:
        """Leave the token out: what is logged must not tell it."""
        return f"Caller({self.address!r})"


NOBODY = Caller()
"""A caller of whom nothing is known."""


class Outbox(Protocol):
    """Where a session puts frames for its client."""

    @property
    def lag(self) -> float | None:
        """The last measured round trip in milliseconds; None before the first."""

    def put(self, frame: bytes) -> bool:
        """Queue a frame without waiting.

        Returns False if the frame was not queued, since the connection is closing or its queue was full.
        """

    def close(self, code: int, reason: str) -> None:
        """Close the connection once the queued frames are sent, without waiting."""


class Session(Protocol):
    """One connection, as the rooms see it."""

    @property
    def person(self) -> str:
        """The id of the person; empty until they have said hello."""

    async def receive(self, message: AnyClientMessage) -> None:
        """Handle a message and answer it through the outbox; the next one is read after that.

        The transport never cancels this call, and answers every `pong` itself.
        """

    def closed(self) -> None:
        """Forget the connection; called once, after the last message was handled."""


class Hub(Protocol):
    """All rooms."""

    async def start(self) -> None:
        """Load what is needed; raises CatanlabError if that fails."""

    async def close(self) -> None:
        """Put `frames.RESTARTING` into every outbox and end the rooms; the transport closes the sockets."""

    def connect(self, outbox: Outbox, caller: Caller = NOBODY) -> Session:
        """Return the session of a new connection."""

    async def name_of_bot(self, token: str) -> str:
        """Return the name of the bot with a token; raises Refused if there is none."""

    async def missing(self) -> str:
        """Return what the server lacks to do its work, such as a database; empty if it is ready."""

    async def record(self, room: str, invitation: str, caller: Caller = NOBODY) -> str:
        """Return the record of a room's game as text; raises Refused unless it is over and open.

        A room that is not public is open to those who have its invitation, have made it or have held a seat
        there. Raises Refused, bad-token, if the caller has a token that is nobody's.
        """

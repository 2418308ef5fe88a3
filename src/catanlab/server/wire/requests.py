"""What a client sends that is not done inside a room."""

from __future__ import annotations

from msgspec import Struct

from catanlab.server.wire.fields import (
    ChannelName,
    ChannelOrNone,
    ChatText,
    FaceName,
    Id,
    Name,
    Nonce,
    Number,
    PersonId,
    RoomId,
    RoomOrNone,
    SeatNumber,
    Secret,
)
from catanlab.server.wire.options import RoomOptions


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="t"):
    """The base of what a client sends."""


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message of a connection. A token of an earlier `welcome` makes it the same person."""

    protocol: Number
    name: Name
    token: Secret = ""
    face: FaceName = ""
    """The face that the person has chosen; empty for the one of their other connections, if any."""


class ListRooms(ClientMessage, frozen=True, kw_only=True, tag="rooms"):
    """Ask for the public rooms."""


class Join(ClientMessage, frozen=True, kw_only=True, tag="join"):
    """Follow a room, from the seat that this person holds or as a spectator.

    `seq` is the last number that the client knows.
    """

    room: RoomId
    invitation: Secret = ""
    seq: Number = 0


class Part(ClientMessage, frozen=True, kw_only=True, tag="part"):
    """Follow a room no longer."""

    room: RoomId


class Pong(ClientMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to a `ping`, with its number."""

    n: Number


class Create(ClientMessage, frozen=True, kw_only=True, tag="create"):
    """Make a room; acknowledged with its name, and joined at once."""

    id: Id
    options: RoomOptions = RoomOptions()


class Quick(ClientMessage, frozen=True, kw_only=True, tag="quick"):
    """Get a seat at a public table that waits, or at a new one, whose game begins at once with robots.

    The options are those of the new one; a table that waits has the same rules. It is joined at once.
    """

    id: Id
    options: RoomOptions = RoomOptions()
    nonce: Nonce = ""
    robots: bool = False
    """Whether to play with robots now: always at a new table, never at one that waits."""
    open: bool = False
    """Whether anybody may take a robot's seat in that game; else they are locked."""
    seat: SeatNumber | None = None
    """The seat at a new table; None lets the server draw it."""


class History(ClientMessage, frozen=True, kw_only=True, tag="history"):
    """Ask for the events of a room after a number, as one's seat sees them, answered by `history`.

    A fresh start has only the last ones; a bot that counts cards needs all.
    """

    room: RoomId
    after: Number = 0


class Count(ClientMessage, frozen=True, kw_only=True, tag="count"):
    """Ask what can be known for certain about the hands of a room's game, answered by `counting`."""

    room: RoomId


class Watch(ClientMessage, frozen=True, kw_only=True, tag="watch"):
    """Get the lobby, and again whenever it has changed, until `on` is false."""

    on: bool = True


class Enter(ClientMessage, frozen=True, kw_only=True, tag="enter"):
    """Enter a channel of the lobby, which is made if nobody is there."""

    channel: ChannelName


class Leave(ClientMessage, frozen=True, kw_only=True, tag="leave"):
    """Leave a channel; it is gone when everybody has left."""

    channel: ChannelName


class Talk(ClientMessage, frozen=True, kw_only=True, tag="talk"):
    """Say something in a channel."""

    id: Id
    channel: ChannelName
    text: ChatText


class Available(ClientMessage, frozen=True, kw_only=True, tag="available"):
    """Say whether one waits for invitations: the lobby shows it."""

    on: bool = True


class Decline(ClientMessage, frozen=True, kw_only=True, tag="decline"):
    """Decline the invitation to a room."""

    room: RoomId


class Mute(ClientMessage, frozen=True, kw_only=True, tag="mute"):
    """Get no more lines of a person, in no room or channel, and no invitations; answered by `muted`."""

    person: PersonId
    on: bool = True


class Report(ClientMessage, frozen=True, kw_only=True, tag="report"):
    """Report a person to the administrators of the server."""

    id: Id
    person: PersonId
    text: ChatText
    room: RoomOrNone = ""
    """The room where it happened; empty for none."""
    channel: ChannelOrNone = ""
    """The channel where it happened; empty for none."""

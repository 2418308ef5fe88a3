"""What the server sends."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from catanlab.server.wire.events import Numbered, Occupant
from catanlab.server.wire.fields import AskKind, Resource
from catanlab.server.wire.options import RoomOptions


class ServerMessage(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="t", omit_defaults=True
):
    """The base of what the server sends."""


class RoomLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A room in a list."""

    room: str
    status: str
    rules: str
    seats: tuple[Occupant, ...]
    spectators: int = 0
    at: int = 0
    """When it was made, in milliseconds since 1970."""
    clocks: bool = False
    """Whether it has clocks."""
    public: bool = True
    title: str = ""
    maker: str = ""
    """The name of the person who made it, if they have held a seat there."""
    free: int = 0
    """How many seats anybody may take: empty ones, or in a game those of robots that are not locked."""
    since: int = 0
    """When its game began, in milliseconds since 1970; 0 before that."""
    turn: int = 0
    """The number of the turn; 0 before the game. In a list of several servers it may be some turns old."""
    points: int = 0
    """The most points that everybody sees of one seat, when that turn began."""


class Welcome(ServerMessage, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`. The token is secret: it makes a later connection the same person.

    It is empty where a cookie or the client's own token says who it is.
    """

    protocol: int
    person: str
    name: str
    token: str = ""
    reserved: bool = False
    """Whether a password reserves the name."""
    bot: bool = False
    face: str = ""
    games: tuple[RoomLine, ...] = ()
    """The games of this person that are not over."""


class SeatInfo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A seat of a room."""

    occupant: Occupant
    away: bool = False
    """Whether a robot keeps the seat for a person."""
    connected: bool = True
    locked: bool = False
    kept_for: str = ""
    """The name of the person for whom the seat is kept: by a robot, or until the start of a rematch."""
    bank: float | UnsetType = UNSET
    """Seconds left in its bank."""
    left: float | UnsetType = UNSET
    """Seconds left for its decision, the bank included; not given where no clock runs."""


class OpenProposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A proposal to the seat on turn; `proposal` is the number of the event that made it."""

    seat: int
    deal: str
    proposal: int


class OpenAsk(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a seat asked or advertised in this turn; `ask` is the number of the event."""

    seat: int
    ask: int
    kind: AskKind
    resources: tuple[Resource, ...]
    has: tuple[Resource, ...] = ()
    to: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    """The seats that may still answer; who says that they have no such cards expects no answer."""


class TableInfo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Everything about a room that is not a matter of the rules."""

    status: Literal["waiting", "playing", "sleeping", "over"]
    options: RoomOptions
    seats: tuple[SeatInfo, ...]
    commitment: str
    maker: str = ""
    """The name of the person who made the room, if they have held a seat there."""
    taken_over: int = 0
    """The number of the last event that was taken over from a game that this one continues."""
    spectators: int = 0
    proposals: tuple[OpenProposal, ...] = ()
    asks: tuple[OpenAsk, ...] = ()
    """The last ask of each seat in this turn, and earlier ones that may still be answered, in order."""
    chosen: tuple[int, ...] = ()
    """The seats that have chosen their discards."""
    busy: bool = False
    """Whether a robot waits because all workers are busy."""


class Update(ServerMessage, frozen=True, kw_only=True, tag="update"):
    """Events of a room, and what is the case after them.

    `seq` is the number of the last event. With `reset` the client forgets what it knew of the room: events
    before those given are not sent. `seat` is the seat of the person, None for a spectator.
    """

    room: str
    epoch: int
    seq: int
    reset: bool = False
    seat: int | None = None
    events: tuple[Numbered, ...] = ()
    board: Raw | UnsetType = UNSET
    """The board, with `reset`."""
    view: Raw | UnsetType = UNSET
    """The game as the seat or spectator sees it: not given before the start of the game."""
    table: TableInfo | UnsetType = UNSET


class ChatLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that was said, after the event with the number `seq`."""

    seq: int
    at: int
    person: str
    name: str
    text: str


class ChatLines(ServerMessage, frozen=True, kw_only=True, tag="chat"):
    """What was said in a room."""

    room: str
    lines: tuple[ChatLine, ...]


class Ack(ServerMessage, frozen=True, kw_only=True, tag="ack"):
    """An act was done and is in the log; `seq` is the number of its first event, 0 for chat.

    Without a room it was done in the lobby.
    """

    id: str
    room: str = ""
    seq: int = 0
    invitation: str | UnsetType = UNSET
    """The invitation to a room that was just made."""


class Refused(ServerMessage, frozen=True, kw_only=True, tag="refused"):
    """An act or a request was not done, with a stable code and the reason."""

    code: str
    text: str
    id: str | UnsetType = UNSET
    room: str | UnsetType = UNSET


class RoomList(ServerMessage, frozen=True, kw_only=True, tag="rooms"):
    """The public rooms."""

    rooms: tuple[RoomLine, ...]


class Ping(ServerMessage, frozen=True, kw_only=True, tag="ping"):
    """To be answered by a `pong` with the same number; `lag` is the last round trip in milliseconds."""

    n: int
    lag: float | UnsetType = UNSET


class Bye(ServerMessage, frozen=True, kw_only=True, tag="bye"):
    """The server closes the connection; the client comes back after `seconds`, or not at all if None."""

    code: str
    text: str
    seconds: float | None = None


class Elsewhere(ServerMessage, frozen=True, kw_only=True, tag="elsewhere"):
    """Another server has the room: the client opens a socket at this address, with the same token."""

    room: str
    url: str
    id: str | UnsetType = UNSET


class HistoryPage(ServerMessage, frozen=True, kw_only=True, tag="history"):
    """The events of a room after a number, as the person sees them: 500 at most, fewer at the end."""

    room: str
    after: int
    seat: int | None = None
    """Through whose eyes they are seen, as in an update."""
    events: tuple[Numbered, ...] = ()


class Counting(ServerMessage, frozen=True, kw_only=True, tag="counting"):
    """What can be known for certain about the hands, after the event `seq`, from the seat of the person."""

    room: str
    seq: int
    counting: Raw


class Presence(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Somebody who is connected."""

    person: str
    name: str
    reserved: bool = False
    bot: bool = False
    available: bool = False
    """Whether they wait for invitations."""
    room: str = ""
    """The public room in which they have a seat."""
    face: str = ""


class ChannelInfo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A channel, and how many people are there."""

    channel: str
    people: int


class Lobby(ServerMessage, frozen=True, kw_only=True, tag="lobby"):
    """Who is here, the channels, and the public rooms that wait or play."""

    people: tuple[Presence, ...]
    channels: tuple[ChannelInfo, ...]
    rooms: tuple[RoomLine, ...]
    connected: int = 0
    """How many people are connected; long lists are cut."""


class ChannelLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that was said in a channel."""

    at: int
    person: str
    name: str
    text: str


class ChannelLines(ServerMessage, frozen=True, kw_only=True, tag="channel"):
    """What was said in a channel, and who is there if that has changed."""

    channel: str
    lines: tuple[ChannelLine, ...] = ()
    people: tuple[Presence, ...] | UnsetType = UNSET


class Invited(ServerMessage, frozen=True, kw_only=True, tag="invited"):
    """Somebody invites to a seat of a room, or to any free one."""

    room: str
    invitation: str
    person: str
    """Who invites."""
    name: str
    seat: int | None = None


class Declined(ServerMessage, frozen=True, kw_only=True, tag="declined"):
    """Somebody declined an invitation to a room."""

    room: str
    person: str
    name: str


class Muted(ServerMessage, frozen=True, kw_only=True, tag="muted"):
    """The people whom this person has muted."""

    persons: tuple[str, ...]

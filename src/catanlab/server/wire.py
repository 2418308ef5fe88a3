"""Every message between a client and the server: the one definition of the wire.

Messages are JSON objects, one a WebSocket frame; the field `t` names the kind. Unknown fields are refused. What a
client sends to a room is an *act*: it has an `id` that the client chose, is acknowledged after it was committed to
the log, and is done once, however often it is sent. Moves travel as text, such as `settlement 19`.

The server numbers the events of a room from 1 without gaps. A client that comes back names the last number it has,
and gets the events that it missed. A part that its seat may not see is left out: then an event is a bare number.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL = 1
"""The number of the protocol; a client that speaks another is refused."""
MAX_FRAME_BYTES = 32_768
"""The largest message that the server reads."""

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
RoomId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]{1,24}$")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{0,64}$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0.0, le=86_400.0)]


# The options of a room.


class Pace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clocks of a room. Every decision has its seconds; what it takes beyond them comes from the bank."""

    decision: Seconds = 60.0
    """Seconds for a decision of the seat on turn."""
    bank: Seconds = 120.0
    """Seconds that a seat has for the whole game beyond those."""
    answer: Seconds = 20.0
    """Seconds for the answer to an offer; the bank does not count here."""
    discard: Seconds = 30.0
    """Seconds for discards; the bank does not count here."""
    grant: Seconds = 60.0
    """Seconds that another player gives when granting more time."""


class RoomOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a room plays."""

    rules: Annotated[str, Meta(max_length=400)] = "trading"
    """The rules: a named set and the fields that differ, as `catanlab rules` prints them."""
    board: Annotated[str, Meta(max_length=200)] = ""
    """A layout's name or a board as text; empty for the layout of the rules."""
    robots: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=4)] = ()
    """The robot of each seat that no person takes, as an agent's spec; the last one holds for the rest."""
    pace: Pace | None = None
    """The clocks; None for a game without."""
    grace: Seconds = 60.0
    """Seconds without a connection, while its seat must decide, after which a robot takes a person's seat."""
    public: bool = True
    """Whether the room is listed; else only its invitation opens it."""
    counter_button: bool = True
    """Whether people may answer an offer with a counter-offer."""
    reasons: bool = True
    """Whether robots give a public reason when asked."""
    robot_offers: Annotated[int, Meta(ge=0, le=100)] = 2
    """Offers that a robot may put to people in one turn."""
    robot_seconds: Seconds = 1.0
    """How long a robot seems to think about a decision."""


# What a client sends.


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="t"):
    """The base of what a client sends."""


class Hello(ClientMessage, tag="hello"):
    """The first message of a connection. A token of an earlier `welcome` makes it the same person."""

    protocol: Number
    name: Name
    token: Annotated[str, Meta(max_length=64)] = ""


class ListRooms(ClientMessage, tag="rooms"):
    """Ask for the public rooms."""


class Join(ClientMessage, tag="join"):
    """Follow a room: as the seat that this person holds, else as a spectator. `seq` is the last number known."""

    room: RoomId
    invitation: Annotated[str, Meta(max_length=64)] = ""
    seq: Number = 0


class Part(ClientMessage, tag="part"):
    """Follow a room no longer."""

    room: RoomId


class Pong(ClientMessage, tag="pong"):
    """The answer to a `ping`, with its number."""

    n: Number


class Create(ClientMessage, tag="create"):
    """Make a room; acknowledged with its name, and joined at once."""

    id: Id
    options: RoomOptions = RoomOptions()


class Act(ClientMessage):
    """The base of what is done in a room."""

    id: Id
    room: RoomId


class Sit(Act, tag="sit"):
    """Take a seat, or any free one. The nonce is mixed into the dice if the game has not begun."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""


class Stand(Act, tag="stand"):
    """Leave one's seat; a robot takes it at once, if the game has begun."""


class Start(Act, tag="start"):
    """Begin the game; robots fill the empty seats."""


class Lock(Act, tag="lock"):
    """Lock or unlock a seat: nobody takes the seat of a robot that is locked."""

    seat: SeatNumber
    locked: bool


class Move(Act, tag="move"):
    """Make a move for one's seat, in answer to the decision of this number. Discards are one answer:
    `discard wood wood ore`."""

    decision: Number
    move: MoveText


class Propose(Act, tag="propose"):
    """Propose a deal, such as `1 wood for 1 ore` from one's own side, to the seat on turn."""

    decision: Number
    deal: MoveText


class Withdraw(Act, tag="withdraw"):
    """Take one's proposal back."""


class Take(Act, tag="take"):
    """Take the proposal of another seat, which the event of this number made."""

    seat: SeatNumber
    proposal: Number


class Say(Act, tag="say"):
    """Make a statement from one's seat, which robots hear too: "I need ore"."""

    text: Line


class Chat(Act, tag="chat"):
    """Say something to everybody in the room; robots do not hear it."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class MoreTime(Act, tag="more-time"):
    """Grant another seat more time for its decision."""

    seat: SeatNumber


class Why(Act, tag="why"):
    """Ask a robot why it did what it did last."""

    seat: SeatNumber


AnyAct: TypeAlias = (
    Sit | Stand | Start | Lock | Move | Propose | Withdraw | Take | Say | Chat | MoreTime | Why
)
AnyClientMessage: TypeAlias = Hello | ListRooms | Join | Part | Pong | Create | AnyAct


# Events of a room, as a seat or a spectator sees them.


class Event(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="e", omit_defaults=True
):
    """The base of events."""


class Occupant(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who sits in a seat."""

    kind: Literal["person", "robot", "nobody"]
    name: str = ""
    person: str = ""
    """The public id of a person."""
    agent: str = ""
    """The spec of a robot."""


class Created(Event, tag="created"):
    """The room was made. The commitment is the SHA-256 of the secret seed with its salt."""

    board: str
    commitment: str


class Seated(Event, tag="seated"):
    """A seat has another occupant. `away` says that a robot keeps the seat of a person who may come back."""

    seat: int
    occupant: Occupant
    away: bool = False


class Locked(Event, tag="locked"):
    """A seat was locked or unlocked."""

    seat: int
    locked: bool


class Started(Event, tag="started"):
    """The game began. The nonces, by seat, are mixed into the seed of the dice."""

    nonces: tuple[str, ...]


class Moved(Event, tag="moved"):
    """A seat made a move. `changes` is what followed from it, as this seat or spectator sees it."""

    seat: int
    move: str
    changes: Raw | UnsetType = UNSET
    late: bool = False
    """Whether the clock made the move, since the seat was out of time."""


class Outcome(Event, tag="outcome"):
    """Chance decided."""

    move: str
    changes: Raw | UnsetType = UNSET


class Chosen(Event, tag="chosen"):
    """A seat chose its discards, which stay sealed until all have; the seat itself sees the cards."""

    seat: int
    cards: str = ""


class Said(Event, tag="said"):
    """A seat made a statement."""

    seat: int
    text: str


class Proposed(Event, tag="proposed"):
    """A seat proposed a deal, from its own side, to the seat on turn; the number of the event names it."""

    seat: int
    deal: str


class Withdrawn(Event, tag="withdrawn"):
    """A proposal is no longer open: it was taken back, or it lapsed."""

    seat: int
    lapsed: bool = False


class Granted(Event, tag="granted"):
    """A player granted another seat more time."""

    seat: int
    by: int
    seconds: float


class Explained(Event, tag="explained"):
    """A robot gave its public reason."""

    seat: int
    text: str


class Resumed(Event, tag="resumed"):
    """The room was loaded again from its log; acts that were not acknowledged were not done."""

    epoch: int


class Incident(Event, tag="incident"):
    """A robot failed, and a simple move replaced its own."""

    seat: int
    kind: str


class Ended(Event, tag="ended"):
    """The game ended. The seed, its salt and the nonces of `started` let everybody check the dice."""

    winner: int | None
    scores: tuple[int, ...]
    termination: Literal["finished", "cut"]
    seed: str
    salt: str


AnyEvent: TypeAlias = (
    Created
    | Seated
    | Locked
    | Started
    | Moved
    | Outcome
    | Chosen
    | Said
    | Proposed
    | Withdrawn
    | Granted
    | Explained
    | Resumed
    | Incident
    | Ended
)


class Numbered(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An event with its number and the time in milliseconds; a bare number where nothing may be seen."""

    seq: int
    at: int = 0
    event: AnyEvent | Raw | UnsetType = UNSET


# What the server sends.


class ServerMessage(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="t", omit_defaults=True
):
    """The base of what the server sends."""


class Welcome(ServerMessage, tag="welcome"):
    """The answer to `hello`. The token is secret: it makes a later connection the same person."""

    protocol: int
    person: str
    name: str
    token: str


class SeatInfo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A seat of a room."""

    occupant: Occupant
    away: bool = False
    """Whether a robot keeps the seat for a person."""
    connected: bool = True
    locked: bool = False
    bank: float | UnsetType = UNSET
    """Seconds left in its bank."""
    left: float | UnsetType = UNSET
    """Seconds left for its decision, the bank included; not given where no clock runs."""


class OpenProposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A proposal to the seat on turn; `proposal` is the number of the event that made it."""

    seat: int
    deal: str
    proposal: int


class TableInfo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Everything about a room that is not a matter of the rules."""

    status: Literal["waiting", "playing", "sleeping", "over"]
    options: RoomOptions
    seats: tuple[SeatInfo, ...]
    commitment: str
    spectators: int = 0
    proposals: tuple[OpenProposal, ...] = ()
    chosen: tuple[int, ...] = ()
    """The seats that have chosen their discards."""
    busy: bool = False
    """Whether a robot waits because all workers are busy."""


class Update(ServerMessage, tag="update"):
    """Events of a room, and what is the case after them.

    `seq` is the number of the last event. With `reset` the client forgets what it knew of the room: events before
    `seq` are not sent. `seat` is the seat of the person, None for a spectator.
    """

    room: str
    epoch: int
    seq: int
    reset: bool = False
    seat: int | None = None
    events: tuple[Numbered, ...] = ()
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


class ChatLines(ServerMessage, tag="chat"):
    """What was said in a room."""

    room: str
    lines: tuple[ChatLine, ...]


class Ack(ServerMessage, tag="ack"):
    """An act was done and is in the log; `seq` is the number of its first event, 0 for chat."""

    id: str
    room: str
    seq: int
    invitation: str | UnsetType = UNSET
    """The invitation to a room that was just made."""


class Refused(ServerMessage, tag="refused"):
    """An act or a request was not done, with a stable code and the reason."""

    code: str
    text: str
    id: str | UnsetType = UNSET
    room: str | UnsetType = UNSET


class RoomLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A public room in the list."""

    room: str
    status: str
    rules: str
    seats: tuple[Occupant, ...]
    spectators: int


class RoomList(ServerMessage, tag="rooms"):
    """The public rooms."""

    rooms: tuple[RoomLine, ...]


class Ping(ServerMessage, tag="ping"):
    """To be answered by a `pong` with the same number; `lag` is the last round trip in milliseconds."""

    n: int
    lag: float | UnsetType = UNSET


class Bye(ServerMessage, tag="bye"):
    """The server closes the connection; the client comes back after `seconds`, or not at all if None."""

    code: str
    text: str
    seconds: float | None = None


AnyServerMessage: TypeAlias = Welcome | Update | ChatLines | Ack | Refused | RoomList | Ping | Bye

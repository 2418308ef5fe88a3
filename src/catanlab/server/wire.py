"""Every message between a client and the server: the one definition of the wire.

Messages are JSON objects, one a WebSocket frame; the field `t` names the kind. Unknown fields are refused.
What a client sends to a room is an *act*: it has an `id` that the client chose, is acknowledged after it
was committed to the log, and is done once, however often it is sent. Moves travel as text, such as
`settlement 19`.

The server numbers the events of a room from 1 without gaps. A client that comes back names the last number
it has, and gets the events that it missed. An event that its seat may not see is a bare number.

`docs/protocol.md` has an example of every message; `server/protocol/frames.py` reads and writes them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL = 1
"""The number of the protocol; a client that speaks another is refused."""
MAX_FRAME_BYTES = 32_768
"""The largest message that the server reads."""

# Patterns end with a lookahead, because Python's `$` also matches before a line feed at the end, and
# JavaScript has no `\Z`. Text for people has no control characters, line ends or marks of direction.
_END = r"(?![\s\S])"
_TEXT = r"[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_SEEN = (
    r"[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufeff]"
)

Id: TypeAlias = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{1,40}}{_END}")]
RoomId: TypeAlias = Annotated[str, Meta(pattern=rf"^[a-z0-9]{{1,24}}{_END}")]
Secret: TypeAlias = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{0,64}}{_END}")]
"""A token or an invitation; empty for none."""
Name: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=24, pattern=rf"^{_SEEN}(?:{_TEXT}*{_SEEN})?{_END}")
]
"""The name of a person: it begins and ends with a letter that can be seen."""
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern=rf"^{_TEXT}+{_END}")]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300, pattern=rf"^{_TEXT}+{_END}")]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern=rf"^{_TEXT}+{_END}")]
Nonce: TypeAlias = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{0,64}}{_END}")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0.0, le=86_400.0)]
ClockSeconds: TypeAlias = Annotated[float, Meta(ge=1.0, le=86_400.0)]
"""The time of a decision: with none at all the clock would play the game as fast as the server can."""


# The options of a room.


class Pace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clocks of a room. Every decision has its seconds; what it takes beyond comes from the bank."""

    decision: ClockSeconds = 60.0
    """Seconds for a decision of the seat on turn."""
    bank: Seconds = 120.0
    """Seconds that a seat has for the whole game beyond those."""
    answer: ClockSeconds = 20.0
    """Seconds for the answer to an offer; the bank does not count here."""
    discard: ClockSeconds = 30.0
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
    """Seconds without a connection, while the seat must decide, after which a robot takes it."""
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


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message of a connection. A token of an earlier `welcome` makes it the same person."""

    protocol: Number
    name: Name
    token: Secret = ""


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


class Act(ClientMessage, frozen=True, kw_only=True):
    """The base of what is done in a room."""

    id: Id
    room: RoomId


class Sit(Act, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or any free one. The nonce is mixed into the dice if the game has not begun."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""


class Stand(Act, frozen=True, kw_only=True, tag="stand"):
    """Leave one's seat; a robot takes it at once, if the game has begun."""


class Start(Act, frozen=True, kw_only=True, tag="start"):
    """Begin the game; robots fill the empty seats."""


class Lock(Act, frozen=True, kw_only=True, tag="lock"):
    """Lock or unlock a seat: nobody takes the seat of a robot that is locked."""

    seat: SeatNumber
    locked: bool


class Move(Act, frozen=True, kw_only=True, tag="move"):
    """Make a move for one's seat, in answer to the decision of this number.

    Discards are one answer: `discard wood wood ore`.
    """

    decision: Number
    move: MoveText


class Propose(Act, frozen=True, kw_only=True, tag="propose"):
    """Propose a deal, such as `1 wood for 1 ore` from one's own side, to the seat on turn.

    `turn` is the number of the turn, as in the view, for which the proposal is meant: a late one must not
    reach another player's turn.
    """

    turn: Number
    deal: MoveText


class Withdraw(Act, frozen=True, kw_only=True, tag="withdraw"):
    """Take one's proposal back."""


class Take(Act, frozen=True, kw_only=True, tag="take"):
    """Take the proposal of another seat, which the event of this number made."""

    seat: SeatNumber
    proposal: Number


class Say(Act, frozen=True, kw_only=True, tag="say"):
    """Make a statement from one's seat, which robots hear too: "I need ore"."""

    text: Line


class Chat(Act, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody in the room; robots do not hear it."""

    text: ChatText


class MoreTime(Act, frozen=True, kw_only=True, tag="more-time"):
    """Grant another seat more time for its decision."""

    seat: SeatNumber


class Why(Act, frozen=True, kw_only=True, tag="why"):
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


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """The room was made. The commitment is a SHA-256 over the secret of the dice and its salt."""

    board: str
    commitment: str


class Seated(Event, frozen=True, kw_only=True, tag="seated"):
    """A seat has another occupant. With `away` a robot keeps the seat of a person who may come back."""

    seat: int
    occupant: Occupant
    away: bool = False


class Returning(Event, frozen=True, kw_only=True, tag="returning"):
    """A person gets the seat back at its next decision; until then the robot decides."""

    seat: int
    name: str


class Locked(Event, frozen=True, kw_only=True, tag="locked"):
    """A seat was locked or unlocked."""

    seat: int
    locked: bool


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The game began. The nonces, by seat, are mixed into the seed of the dice."""

    nonces: tuple[str, ...]


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A seat made a move. `changes` is what followed from it, as this seat or spectator sees it."""

    seat: int
    move: str
    changes: Raw | UnsetType = UNSET
    late: bool = False
    """Whether the clock made the move, since the seat was out of time."""


class Outcome(Event, frozen=True, kw_only=True, tag="outcome"):
    """Chance decided."""

    move: str
    changes: Raw | UnsetType = UNSET


class Chosen(Event, frozen=True, kw_only=True, tag="chosen"):
    """A seat chose its discards, which stay sealed until all have; the seat itself sees the cards."""

    seat: int
    cards: str = ""


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """A seat made a statement."""

    seat: int
    text: str


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed a deal, from its own side, to the seat on turn; the number of the event names it."""

    seat: int
    deal: str


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    """A proposal is no longer open: it was taken back, or it lapsed."""

    seat: int
    lapsed: bool = False


class Granted(Event, frozen=True, kw_only=True, tag="granted"):
    """A player granted another seat more time."""

    seat: int
    by: int
    seconds: float


class Explained(Event, frozen=True, kw_only=True, tag="explained"):
    """A robot gave its public reason."""

    seat: int
    text: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The room was loaded again from its log; acts that were not acknowledged were not done."""

    epoch: int


class Incident(Event, frozen=True, kw_only=True, tag="incident"):
    """A robot failed, and a simple move replaced its own."""

    seat: int
    kind: str


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game ended. The secret, its salt and the nonces of `started` let everybody check the dice."""

    winner: int | None
    scores: tuple[int, ...]
    termination: Literal["finished", "cut"]
    secret: str
    salt: str


AnyEvent: TypeAlias = (
    Created
    | Seated
    | Returning
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


class Welcome(ServerMessage, frozen=True, kw_only=True, tag="welcome"):
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
    """An act was done and is in the log; `seq` is the number of its first event, 0 for chat."""

    id: str
    room: str
    seq: int
    invitation: str | UnsetType = UNSET
    """The invitation to a room that was just made."""


class Refused(ServerMessage, frozen=True, kw_only=True, tag="refused"):
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


AnyServerMessage: TypeAlias = Welcome | Update | ChatLines | Ack | Refused | RoomList | Ping | Bye

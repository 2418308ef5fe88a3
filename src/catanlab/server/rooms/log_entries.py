"""The entries of a room's log: all that happened, with its secrets; a room is rebuilt from them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from catanlab.server.wire import AskAnswer, AskKind, Continues, Resource, RoomOptions
from catanlab.table.events import IncidentKind

DELETED: Final = "deleted"
"""The name of everybody whose personal data was deleted."""


class Entry(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="k", omit_defaults=True
):
    """The base of entries; the field `k` names the kind."""


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    """The room was made, with its board and the secret of its dice."""

    room: str
    options: RoomOptions
    board: str
    secret: str
    salt: str
    commitment: str
    owner: str
    invitation: str
    experiment: str = ""
    """The experiment that the room is a part of, and its arm."""
    arm: str = ""
    locked: bool = False
    """Whether all seats are locked from the beginning."""
    kept: tuple[str, ...] = ()
    """The people for whom seats are kept until the start, by seat; empty texts for none."""
    kept_names: tuple[str, ...] = ()
    """Their names."""
    continues: Continues | None = None
    """The game that this one continues: this many of the moves and outcomes in this log are from there."""


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """A seat has another occupant; `away` says that a robot keeps it for the person named."""

    seat: int
    kind: Literal["person", "robot", "nobody"]
    person: str = ""
    name: str = ""
    agent: str = ""
    away: bool = False
    nonce: str = ""
    bot: bool = False
    face: str = ""


class Returning(Entry, frozen=True, kw_only=True, tag="returning"):
    """A person wants the seat back and gets it at its next decision."""

    seat: int
    person: str
    name: str
    bot: bool = False
    face: str = ""


class Faced(Entry, frozen=True, kw_only=True, tag="faced"):
    """The person in a seat has another face."""

    seat: int
    face: str


class Renamed(Entry, frozen=True, kw_only=True, tag="renamed"):
    """The person in a seat has another name."""

    seat: int
    person: str
    name: str


class Locked(Entry, frozen=True, kw_only=True, tag="locked"):
    """A seat was locked or unlocked."""

    seat: int
    locked: bool


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The game began; the nonces by seat went into the seed. `chance` is the version of the streams."""

    nonces: tuple[str, ...]
    chance: int = 1


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    """A seat made a move. `bank` is what its bank has left; the reasons are those of a robot.

    `words` is the line of chat that it came from, here and in the entries below.
    """

    seat: int
    move: str
    seconds: float = 0.0
    bank: float = 0.0
    late: bool = False
    reason: str = ""
    explanation: str = ""
    words: str = ""


class Outcome(Entry, frozen=True, kw_only=True, tag="outcome"):
    """Chance decided."""

    move: str


class Chosen(Entry, frozen=True, kw_only=True, tag="chosen"):
    """A seat chose its discards, in words such as `wood wood ore`."""

    seat: int
    cards: str
    seconds: float = 0.0
    late: bool = False


class Said(Entry, frozen=True, kw_only=True, tag="said"):
    """A seat made a statement."""

    seat: int
    text: str
    words: str = ""


class Asked(Entry, frozen=True, kw_only=True, tag="asked"):
    """A seat asked for interests, or stated its own, by a button; `text` is what was heard of it."""

    seat: int
    kind: AskKind
    resources: tuple[Resource, ...]
    to: tuple[int, ...] = ()
    has: tuple[Resource, ...] = ()
    text: str


class Replied(Entry, frozen=True, kw_only=True, tag="replied"):
    """A seat answered what the event of this number asked; `text` is what was heard of it, if anything."""

    seat: int
    ask: int
    answer: AskAnswer
    text: str = ""
    words: str = ""


class Proposed(Entry, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed a deal to the seat on turn."""

    seat: int
    deal: str
    words: str = ""


class Withdrawn(Entry, frozen=True, kw_only=True, tag="withdrawn"):
    """A proposal was taken back, or lapsed."""

    seat: int
    lapsed: bool = False


class Taken(Entry, frozen=True, kw_only=True, tag="taken"):
    """The seat on turn took the proposal of another seat."""

    seat: int
    proposer: int
    move: str
    seconds: float = 0.0
    bank: float = 0.0


class Granted(Entry, frozen=True, kw_only=True, tag="granted"):
    """A player granted another seat more time for its decision."""

    seat: int
    by: int
    seconds: float


class Explained(Entry, frozen=True, kw_only=True, tag="explained"):
    """A robot was asked for its reason for the event of the number `of`, and gave it."""

    seat: int
    text: str
    of: int = 0


class Resumed(Entry, frozen=True, kw_only=True, tag="resumed"):
    """The room was loaded from its log, under a new epoch."""

    epoch: int


class Incident(Entry, frozen=True, kw_only=True, tag="incident"):
    """A robot failed; the move that follows replaces its own."""

    seat: int
    kind: IncidentKind
    text: str


class Ended(Entry, frozen=True, kw_only=True, tag="ended"):
    """The game ended."""

    winner: int
    shares: tuple[float, ...] | None
    scores: tuple[int, ...]
    termination: Literal["finished", "cut"]


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """A room was made for a rematch."""

    room: str
    invitation: str


AnyEntry: TypeAlias = (
    Created
    | Seated
    | Returning
    | Faced
    | Renamed
    | Locked
    | Started
    | Moved
    | Outcome
    | Chosen
    | Said
    | Asked
    | Replied
    | Proposed
    | Withdrawn
    | Taken
    | Granted
    | Explained
    | Resumed
    | Incident
    | Ended
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """Return an entry as the log keeps it."""
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """Read an entry of the log; raises msgspec.DecodeError for anything else."""
    return _decoder.decode(body)


def kind_of(entry: AnyEntry) -> str:
    """Return the name of an entry's kind."""
    return str(entry.__struct_config__.tag)

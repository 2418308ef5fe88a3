"""Events of a room, as a seat or a spectator sees them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Raw, Struct, UnsetType

from catanlab.server.wire.fields import AskAnswer, AskKind, Resource


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
    level: str = ""
    """The level of a robot, if its spec is that of one."""
    bot: bool = False
    """Whether the person is a bot: a program of somebody else."""
    face: str = ""
    """The face that a person has chosen, or that a robot has."""


class Continues(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game that another one continues: the first moves and outcomes were taken over from there."""

    room: str
    """The room of the other game; empty for a record."""
    ply: int
    """How many moves and outcomes were taken over."""


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """The room was made. The commitment is a SHA-256 over the secret of the dice and its salt.

    It holds for the outcomes after those that were taken over from a game that this one continues.
    """

    board: str
    commitment: str
    continues: Continues | UnsetType = UNSET


class Seated(Event, frozen=True, kw_only=True, tag="seated"):
    """A seat has another occupant. With `away` a robot keeps the seat of a person who may come back."""

    seat: int
    occupant: Occupant
    away: bool = False


class Returning(Event, frozen=True, kw_only=True, tag="returning"):
    """A person gets the seat of a robot at its next decision; until then the robot decides."""

    seat: int
    name: str
    new: bool = False
    """Whether the person has not held this seat before."""


class Faced(Event, frozen=True, kw_only=True, tag="faced"):
    """The person in a seat has another face."""

    seat: int
    face: str


class Renamed(Event, frozen=True, kw_only=True, tag="renamed"):
    """The person in a seat has another name."""

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
    words: str = ""
    """The line of chat that it came from."""


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
    words: str = ""
    """The line of chat that it came from."""


class Asked(Event, frozen=True, kw_only=True, tag="asked"):
    """A seat asked for interests or stated its own; `to` are the seats that are asked, empty for all.

    The number of the event names it in a `reply`. `has` are cards that the seat would give for what it
    needs. `text` is the statement that robots hear.
    """

    seat: int
    kind: AskKind
    resources: tuple[Resource, ...]
    to: tuple[int, ...] = ()
    has: tuple[Resource, ...] = ()
    text: str


class Replied(Event, frozen=True, kw_only=True, tag="replied"):
    """A seat answered what the event with the number `ask` asked."""

    seat: int
    ask: int
    answer: AskAnswer
    text: str = ""
    """The statement that robots hear; empty for none."""
    words: str = ""
    """The line of chat that it came from."""


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed a deal, from its own side, to the seat on turn; the number of the event names it."""

    seat: int
    deal: str
    words: str = ""
    """The line of chat that it came from."""


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
    """A robot gave its public reason for what it did by the event of the number `of`."""

    seat: int
    text: str
    of: int = 0


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The room was loaded again from its log; acts that were not acknowledged were not done."""

    epoch: int


class Incident(Event, frozen=True, kw_only=True, tag="incident"):
    """A robot failed, and a simple move replaced its own."""

    seat: int
    kind: str


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """Somebody made a room for a rematch, with seats kept for the same people."""

    room: str
    invitation: str


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
    | Granted
    | Explained
    | Resumed
    | Incident
    | Ended
    | Rematched
)


class Numbered(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An event with its number and the time in milliseconds; a bare number where nothing may be seen."""

    seq: int
    at: int = 0
    event: AnyEvent | Raw | UnsetType = UNSET

"""Everything that the HTTP API reads and writes: the one definition, from which its document is made."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from catanlab.server.replays.shapes import Eyes
from catanlab.server.wire.fields import (
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
from catanlab.server.wire.messages import RoomLine
from catanlab.server.wire.options import RoomOptions

Password: TypeAlias = Annotated[str, Meta(max_length=1024)]
"""Which passwords can be set is the matter of `people`; this limits what is read."""
Kind: TypeAlias = Literal["person", "bot", "robot"]
Size: TypeAlias = Annotated[int, Meta(ge=2, le=4)]
Limit: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Before: TypeAlias = Annotated[
    str, Meta(pattern=r"^(|[0-9]{1,15}(\.[a-z0-9]{1,24}\.[0-9]{1,9})?)(?![\s\S])")
]


class Given(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of what a caller sends: unknown fields are refused."""


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of what the server answers."""


class Refusal(Struct, frozen=True, kw_only=True):
    """What was wrong: a stable code, and a sentence for people."""

    code: str
    text: str


# Parts of paths.


class RoomPart(Given, frozen=True, kw_only=True):
    """A room in a path."""

    room: RoomId


class PersonPart(Given, frozen=True, kw_only=True):
    """A person or bot in a path."""

    person: PersonId


# Who one is.


class NewSession(Given, frozen=True, kw_only=True):
    """A name, and the password that reserves it; without a password it is the name of a new guest."""

    name: Name
    password: Password = ""
    token: bool = False
    """Whether to answer with the token instead of setting the cookie: for programs."""


class NewName(Given, frozen=True, kw_only=True):
    """Another name."""

    name: Name


class NewPassword(Given, frozen=True, kw_only=True):
    """A new password, and the old one if there is one."""

    password: Password
    old: Password = ""


class Farewell(Given, frozen=True, kw_only=True):
    """The password of who wants to be deleted; empty for a guest."""

    password: Password = ""


class Me(Answer, frozen=True, kw_only=True):
    """Who one is."""

    person: str
    """The public id."""
    name: str
    reserved: bool = False
    """Whether a password, or a bot's owner, reserves the name."""
    bot: bool = False
    games: tuple[RoomLine, ...] = ()
    """One's games that are not over."""
    token: str | UnsetType = UNSET
    """The secret for `Authorization: Bearer`, if it was asked for. It is shown this once."""


# Rooms and games.


class Invitation(Given, frozen=True, kw_only=True):
    """What opens a room that is not public."""

    invitation: Secret = ""
    """The invitation of a room that is not public."""


class Rooms(Answer, frozen=True, kw_only=True):
    """Public rooms that wait for players or play."""

    rooms: tuple[RoomLine, ...]


class Seat(Answer, frozen=True, kw_only=True):
    """How a seat of a game ended."""

    seat: int
    kind: Kind
    name: str
    score: int
    share: float
    """The share of the win: 1 for who won alone."""
    person: str = ""
    """The id of a person or bot."""
    agent: str = ""
    """The spec of a robot."""
    substituted: bool = False
    """Whether somebody else played the seat for a while; then the game is not rated."""


class Game(Answer, frozen=True, kw_only=True):
    """A game that is over. Times are milliseconds since 1970."""

    room: str
    rules: str
    size: int
    started_at: int
    ended_at: int
    turns: int
    winner: int | None
    """The seat that won; null if none did."""
    seats: tuple[Seat, ...]


class Games(Answer, frozen=True, kw_only=True):
    """A page of finished games, the latest first."""

    games: tuple[Game, ...]
    next: str = ""
    """What to give as `before` for the next page; left out on the last one."""


class GamesQuery(Given, frozen=True, kw_only=True):
    """Which games to list."""

    person: Annotated[str, Meta(pattern=r"^[a-z0-9]{0,40}(?![\s\S])")] = ""
    """Only games that this person or bot finished."""
    before: Before = ""
    """Where the page begins: `next` of the page before, or a time in milliseconds since 1970."""
    limit: Limit = 20
    """Games a page."""


class Room(Answer, frozen=True, kw_only=True):
    """A room, and its game once that is over."""

    room: RoomLine
    games: tuple[Game, ...] = ()


# Games seen again.

RecordText: TypeAlias = Annotated[str, Meta(max_length=262_144)]
"""A record as text."""


class ReplayQuery(Invitation, frozen=True, kw_only=True):
    """Through whose eyes a game is seen."""

    eyes: Eyes = "everything"
    """A seat, or `everything` for all hands and cards."""


class ReasonQuery(Invitation, frozen=True, kw_only=True):
    """Which move is to be explained."""

    seq: Number
    """The number of its event."""


class Pasted(Given, frozen=True, kw_only=True):
    """A record as text."""

    record: RecordText


class PastedReplay(Pasted, frozen=True, kw_only=True):
    """A record as text, and through whose eyes it is seen."""

    eyes: Eyes = "everything"


class NewContinued(Given, frozen=True, kw_only=True):
    """A position of a game that is over: a room or a record, and after which event."""

    id: Id
    """What the caller chose for it: the same id makes the same room, once."""
    room: RoomOrNone = ""
    """The room of the game; empty for a record."""
    invitation: Secret = ""
    """The invitation of a room that is not public."""
    record: RecordText = ""
    """The record, if it is no room."""
    at: Number
    """The event after which the new game goes on: `seq` of the frame that is shown."""
    seat: SeatNumber
    """The seat that the caller takes; robots take the others."""
    nonce: Nonce = ""
    """What the caller mixes into the new dice."""
    options: RoomOptions = RoomOptions()
    """How the new room plays. Rules and board are those of the game; the room is never public."""


# People and ratings.


class Rating(Answer, frozen=True, kw_only=True):
    """A rating at tables of a size."""

    size: int
    rating: float
    """mu - 3 sigma: the skill is almost certainly higher."""
    mu: float
    """The skill, as far as known."""
    sigma: float
    """How uncertain that is."""
    games: int


class Profile(Answer, frozen=True, kw_only=True):
    """What anybody may know of a person or bot."""

    person: str
    name: str
    kind: Literal["person", "bot"]
    reserved: bool
    games: int
    """Games that they finished."""
    wins: int
    ratings: tuple[Rating, ...]


class LadderQuery(Given, frozen=True, kw_only=True):
    """Which ladder."""

    size: Size = 4
    """Seats at the table: every size has its ladder."""
    kind: Literal["person", "bot", "robot", ""] = ""
    """Only players of this kind."""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 100


class Rung(Answer, frozen=True, kw_only=True):
    """A player of the ladder."""

    rank: int
    who: str
    """The id of a person or bot; `robot:` and its spec for a robot."""
    name: str
    kind: Kind
    rating: float
    """mu - 3 sigma: the skill is almost certainly higher."""
    mu: float
    """The skill, as far as known."""
    sigma: float
    """How uncertain that is."""
    games: int


class Ladder(Answer, frozen=True, kw_only=True):
    """The players by their ratings, the best first."""

    size: int
    players: tuple[Rung, ...]


class GamesBySize(Answer, frozen=True, kw_only=True):
    """Finished games of a table size."""

    size: int
    games: int
    turns: float
    """The mean number of turns."""
    people: float
    """The mean number of people in their seats; the others were bots and robots."""


class Statistics(Answer, frozen=True, kw_only=True):
    """What happened at this server so far; some seconds old at the most."""

    people: int
    """Everybody who ever came."""
    bots: int
    connected: int
    """Who is connected to this process now."""
    waiting: int
    """Rooms that wait for players."""
    playing: int
    """Rooms that play."""
    games: int
    """Finished games."""
    by_size: tuple[GamesBySize, ...]


# Bots.


class NewBot(Given, frozen=True, kw_only=True):
    """The name of a new bot."""

    name: Name


class Bot(Answer, frozen=True, kw_only=True):
    """A bot of one's own."""

    person: str
    name: str
    made_at: int
    """In milliseconds since 1970."""


class BotWithToken(Bot, frozen=True, kw_only=True):
    """A bot and its token, which is shown this once."""

    token: str


class Bots(Answer, frozen=True, kw_only=True):
    """One's bots."""

    bots: tuple[Bot, ...]

"""The rows of the database as values: events of the log, chat lines, rooms, persons, and the dice of games.

Times are milliseconds since 1970. Texts in hexadecimal digits are in small letters.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Row(Struct, frozen=True):
    """An event of the log of a room."""

    room: str
    seq: int
    """The number of the event: from 1, without gaps in a room; of a folded row that of its last event."""
    epoch: int
    """The epoch in which it was written; a room has one writer in an epoch."""
    at: int
    kind: str
    body: bytes
    """The event as JSON, whole: the log is secret. A folded row has several, see `folding`."""
    person: str | None = None
    """The person whose act caused it."""
    act: str | None = None
    """The id of that act: given in the first row of an act, and only there."""


class ChatRow(Struct, frozen=True):
    """Something that a person said in a room, after the event with the number `seq`."""

    room: str
    seq: int
    at: int
    person: str
    name: str
    text: str
    act: str


class RoomRow(Struct, frozen=True):
    """A room; its options are in its first event."""

    id: str
    created_at: int
    public: bool
    invitation: str
    status: str
    epoch: int = 1
    owner: str | None = None
    """The server process that has the room: its row in `servers` says for how long."""
    summary: bytes | None = None
    """The room's line in lists, as JSON of `wire.RoomLine`."""
    ended_at: int | None = None


class GameRow(Struct, frozen=True):
    """A game that has ended."""

    room: str
    game: int
    """The number of the game in its room."""
    rules: str
    size: int
    """How many seats it had."""
    experiment: str
    arm: str
    started_at: int
    ended_at: int
    turns: int
    winner: int | None
    """The seat that won alone."""
    termination: str
    people: int
    """In how many seats there were people at the start: not robots, and not bots."""
    rated: bool = False


class GameSeatRow(Struct, frozen=True):
    """A seat of a game that has ended: who sat there when it began, and how the seat ended."""

    room: str
    game: int
    seat: int
    kind: Literal["person", "bot", "robot"]
    person: str | None
    """The person or bot; None for a robot."""
    name: str
    agent: str
    """The spec of a robot."""
    score: int
    share: float
    """The share of the win: 0 for everybody in a game that was cut."""
    substituted: bool
    """Whether anybody else, person or robot, sat there after the start, for however short a time."""


class PersonRow(Struct, frozen=True):
    """A person or a bot. Names may be equal, except where a password or a bot reserves one."""

    id: str
    name: str
    created_at: int
    seen_at: int
    name_key: str = ""
    """The name as names are compared: see `people`."""
    kind: Literal["person", "bot"] = "person"
    owner: str | None = None
    """The person who made a bot."""
    password_hash: str | None = None
    reserved: bool = False


class SessionRow(Struct, frozen=True):
    """A token that says who somebody is. Only its SHA-256 is kept, as 64 hexadecimal digits."""

    token_hash: str
    person: str
    kind: Literal["session", "bot"]
    created_at: int
    seen_at: int
    expires_at: int | None = None


class DiceRow(Struct, frozen=True):
    """The secret of a game's dice, see `dice.Dice`: no other game may ever have it."""

    room: str
    commitment: str
    secret: str
    salt: str
    at: int
    game: int = 1
    """The number of the game in its room."""


class BanRow(Struct, frozen=True):
    """Somebody who may not come in: a person, or a network of addresses; without `until` for good."""

    id: int
    person: str | None
    address: str | None
    until: int | None
    reason: str
    at: int


class ReportRow(Struct, frozen=True):
    """What somebody told the administrators about another; `state` is `open` or `done`."""

    id: int
    at: int
    by: str
    about: str
    room: str
    channel: str
    text: str
    """JSON: what was told, and the last lines that were said there."""
    state: str

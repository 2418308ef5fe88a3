"""The rows of the database as values: events of the log, chat lines, rooms, persons, and the dice of games.

Times are milliseconds since 1970. Texts in hexadecimal digits are in small letters.
"""

from __future__ import annotations

from msgspec import Struct


class Row(Struct, frozen=True):
    """An event of the log of a room."""

    room: str
    seq: int
    """The number of the event: from 1, without gaps in a room."""
    epoch: int
    """The epoch in which it was written; a room has one writer in an epoch."""
    at: int
    kind: str
    body: bytes
    """The event as JSON, whole: the log is secret."""
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
    """The process that has the room, where there are several, until the time `expires`."""
    expires: int | None = None


class PersonRow(Struct, frozen=True):
    """A person. Of the token only the SHA-256 is kept, as 64 hexadecimal digits; names may be equal."""

    id: str
    name: str
    token_hash: str
    created_at: int
    seen_at: int


class DiceRow(Struct, frozen=True):
    """The secret of a game's dice, see `dice.Dice`: no other game may ever have it."""

    room: str
    commitment: str
    secret: str
    salt: str
    at: int
    game: int = 1
    """The number of the game in its room."""

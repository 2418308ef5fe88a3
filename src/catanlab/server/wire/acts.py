"""What a client does in a room: acts."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from catanlab.server.wire.fields import (
    AskAnswer,
    AskKind,
    ChatText,
    FaceName,
    Id,
    Line,
    MoveText,
    Nonce,
    Number,
    PersonId,
    Resource,
    RoomId,
    RoomOrNone,
    SeatNumber,
    Secret,
)
from catanlab.server.wire.requests import ClientMessage


class Act(ClientMessage, frozen=True, kw_only=True):
    """The base of what is done in a room."""

    id: Id
    room: RoomId


class Sit(Act, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or any free one. The nonce is mixed into the dice if the game has not begun."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""
    invitation: Secret = ""
    """That of the room: in a public room it opens a locked seat, unless a robot keeps that for somebody."""


class Stand(Act, frozen=True, kw_only=True, tag="stand"):
    """Leave one's seat; a robot takes it at once, if the game has begun."""


class Start(Act, frozen=True, kw_only=True, tag="start"):
    """Begin the game; robots fill the empty seats."""


class Lock(Act, frozen=True, kw_only=True, tag="lock"):
    """Lock or unlock a seat. A robot keeps a locked one; in a public room the invited still get it."""

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


class Ask(Act, frozen=True, kw_only=True, tag="ask"):
    """Ask for interests, or state one's own, by a button.

    `want`: does anyone want it? `sell`: is anyone selling it? `lack`: I don't have it. `need`: I want it.
    `to` are the seats that are asked, empty for all others. With `need`, `has` are cards that one would
    give for it: an advert, "I want wheat. I am selling clay."
    """

    kind: AskKind
    resources: Annotated[tuple[Resource, ...], Meta(min_length=1, max_length=5)]
    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=4)] = ()
    has: Annotated[tuple[Resource, ...], Meta(max_length=4)] = ()


class Reply(Act, frozen=True, kw_only=True, tag="reply"):
    """Answer what was asked by the event of this number."""

    ask: Number
    answer: AskAnswer


class Chat(Act, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody in the room.

    In a room with `words`, a clear deal or interest that a player writes is acted upon as well; with
    `turn`, the number of the turn as in the view, only while that turn lasts.
    """

    text: ChatText
    turn: Number | None = None


class MoreTime(Act, frozen=True, kw_only=True, tag="more-time"):
    """Grant another seat more time for its decision."""

    seat: SeatNumber


class Why(Act, frozen=True, kw_only=True, tag="why"):
    """Ask a robot why it made its last move or answer, or an earlier one."""

    seat: SeatNumber
    seq: Number = 0
    """The number of its move or answer, among those of the last rounds; 0 for the last one."""


class Invite(Act, frozen=True, kw_only=True, tag="invite"):
    """Invite a person or a bot who is in the lobby to a seat, or to any free one."""

    person: PersonId
    seat: SeatNumber | None = None


class Face(Act, frozen=True, kw_only=True, tag="face"):
    """Choose another face: in the lobby and for later seats, and with a room for one's seat there."""

    room: RoomOrNone = ""
    face: FaceName


class Rematch(Act, frozen=True, kw_only=True, tag="rematch"):
    """Make a room with the same options, with seats kept for the same people, after the end of a game."""


AnyAct: TypeAlias = (
    Sit
    | Stand
    | Start
    | Lock
    | Move
    | Propose
    | Withdraw
    | Take
    | Say
    | Ask
    | Reply
    | Chat
    | MoreTime
    | Why
    | Invite
    | Face
    | Rematch
)

"""The messages between the pool and a worker over their socket: a length of four bytes, then the body.

Requests are pickled. They carry the events that the robot has not heard, in a short form, so that a
request is made in microseconds. Replies are JSON of a fixed form, read without trusting the worker.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from struct import Struct as Layout
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from catanlab.framework.game import Game
from catanlab.framework.wording import one_line
from catanlab.server.robots.questions import Task
from catanlab.table.agent import Explanation
from catanlab.table.agent_replies import MAX_MOVE_CHARACTERS, MAX_STATEMENT_CHARACTERS
from catanlab.table.events import Event, IncidentKind, Outcome, Played

MAX_REPLY_BYTES = 1 << 20
MAX_LINES = 20
"""The most statements in a reply."""
MAX_MOVES = 100
"""The most moves in a reply: a hand has at most 95 cards."""
_LENGTH = Layout("!I")
LENGTH_BYTES = _LENGTH.size

_Short: TypeAlias = int | tuple[int, int] | Event
"""An outcome as its number, a move with its seat, or any other event."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a robot is made from."""

    agent: str
    game: Game
    seat: int
    seed: int


@dataclass(frozen=True, slots=True)
class Request:
    """A question for a worker.

    `slot` is the number of the robot at the worker. It is made from the recipe if there is one, and kept
    until its number is among the `drops` of a later request.
    """

    number: int
    slot: int
    recipe: Recipe | None
    drops: tuple[int, ...]
    events: list[_Short]
    task: Task
    ply: int
    seconds: float
    budget: float
    may_offer: bool
    proposer: int
    deal: str
    deals: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Return the request as a frame."""
        return frame(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))

    @staticmethod
    def decode(body: bytes) -> Request:
        """Read a request, which only the pool sends."""
        request = pickle.loads(body)
        assert isinstance(request, Request)
        return request


def shortened(events: Iterable[Event]) -> list[_Short]:
    """Return events in their short form: pickling a thousand takes 0.3 ms instead of 5."""
    return [
        (int(event.move), event.seat)
        if isinstance(event, Played)
        else int(event.move)
        if isinstance(event, Outcome)
        else event
        for event in events
    ]


def restored(events: Iterable[_Short], game: Game) -> list[Event]:
    """Return events from their short form."""
    move_type = game.move_type
    return [
        Played(move_type(event[0]), event[1])
        if isinstance(event, tuple)
        else Outcome(move_type(event))
        if isinstance(event, int)
        else event
        for event in events
    ]


class Failed(Struct, frozen=True, array_like=True):
    """How an agent failed."""

    kind: IncidentKind
    text: Annotated[str, Meta(max_length=1000)]


class Reply(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A worker's reply; number 0 says that it has started."""

    number: int
    moves: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_MOVE_CHARACTERS)], ...], Meta(max_length=MAX_MOVES)
    ] = ()
    lines: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_STATEMENT_CHARACTERS)], ...], Meta(max_length=MAX_LINES)
    ] = ()
    takes: bool = False
    reason: Annotated[str, Meta(max_length=1000)] | None = None
    why: Annotated[str, Meta(max_length=1000)] | None = None
    data: dict[str, Any] = {}
    complaints: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=100)] = ()
    failure: Failed | None = None
    seconds: Annotated[float, Meta(ge=0.0)] = 0.0
    size: Annotated[int, Meta(ge=0)] = 0
    """By how much the process grew with this robot since the robot was made."""
    resident: Annotated[int, Meta(ge=0)] = 0
    """The memory of the whole process."""

    def encode(self) -> bytes:
        """Return the reply as a frame, without data that is too long or that JSON cannot hold."""
        try:
            body = msgspec.json.encode(self)
        except Exception:  # whatever an agent's own data may raise
            body = b""
        if not body or len(body) > MAX_REPLY_BYTES:
            body = msgspec.json.encode(msgspec.structs.replace(self, data={}))
        return frame(body)

    @staticmethod
    def decode(body: bytes) -> Reply:
        """Read a reply; raises ValueError if the body is none."""
        try:
            return _DECODER.decode(body)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ValueError(f"not a reply: {error}") from None

    @property
    def explanation(self) -> Explanation | None:
        """The explanation in it."""
        return None if self.why is None else Explanation(one_line(self.why, 300), self.data)


_DECODER = msgspec.json.Decoder(Reply)


def frame(body: bytes) -> bytes:
    """Return a message with its length before it."""
    return _LENGTH.pack(len(body)) + body


def frame_length(head: bytes | bytearray) -> int:
    """Return the length of a message from its first four bytes."""
    (length,) = _LENGTH.unpack(head)
    return int(length)

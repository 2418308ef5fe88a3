"""Frames to messages and back: strict on both sides, with one sentence for what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire
from catanlab.server.protocol.plain_words import plain_reason

Frame: TypeAlias = str | bytes

_MAX_REASON = 240
_write = msgspec.json.Encoder().encode
_client: msgspec.json.Decoder[wire.AnyClientMessage] = msgspec.json.Decoder(wire.AnyClientMessage)
_server: msgspec.json.Decoder[wire.AnyServerMessage] = msgspec.json.Decoder(wire.AnyServerMessage)


class BadMessageError(CatanlabError, ValueError):
    """A frame that is no message of the protocol."""

    code = "bad-message"


class _Head(Struct):
    """What a refusal repeats of a message that is wrong elsewhere."""

    id: wire.Id | UnsetType = UNSET
    room: wire.RoomId | UnsetType = UNSET


_head = msgspec.json.Decoder(_Head)


def write(message: wire.AnyClientMessage | wire.AnyServerMessage) -> bytes:
    """Return the frame of a message.

    >>> write(wire.Pong(n=3))
    b'{"t":"pong","n":3}'
    """
    return _write(message)


def read_client_message(frame: Frame) -> wire.AnyClientMessage:
    """Return the message that a client sent; raises BadMessageError.

    >>> read_client_message('{"t": "pong", "n": 3}')
    Pong(n=3)
    """
    with _one_sentence():
        message = _client.decode(frame)
        # msgspec takes the last of several values of a field; which one counts should never be a question.
        json.loads(frame, object_pairs_hook=_refuse_doubled)
        return message


def read_server_message(frame: Frame) -> wire.AnyServerMessage:
    """Return the message that a server sent; raises BadMessageError."""
    with _one_sentence():
        return _server.decode(frame)


def refusal_of(frame: Frame, error: CatanlabError) -> wire.Refused:
    """Return the refusal of a frame, with the id and room of its act where they can be read."""
    try:
        head = _head.decode(frame)
    except (ValueError, RecursionError):
        head = _Head()
    return wire.Refused(code=error.code, text=str(error), id=head.id, room=head.room)


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except UnicodeError:
        raise BadMessageError("The message is not text in UTF-8.") from None
    except RecursionError:
        raise BadMessageError("The message is nested too deeply.") from None
    except ValueError as error:
        raise BadMessageError(f"The message is invalid: {_shortened(plain_reason(error))}.") from None


def _refuse_doubled(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) != len({key for key, _ in pairs}):
        raise ValueError("a field is given twice")


def _shortened(text: str) -> str:
    text = text.rstrip(".")
    return text if len(text) <= _MAX_REASON else f"{text[:_MAX_REASON]}..."


RESTARTING = write(
    wire.Bye(code="restarting", text="The server restarts; come back in a moment.", seconds=1.0)
)
"""What every client gets when the server ends."""

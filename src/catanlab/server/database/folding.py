"""Many events of a log in one row: the beginning of a game that goes on from another.

Such a game begins with all that happened in the other one, up to thousands of events, which one request
makes. As rows of their own they take 27 times the bytes of the record that somebody pasted; folded they
take less than the record. The row holds the events themselves: neither a record, which would have to be
repeated by the rules of the day, nor a reference to the other room, whose log changes when a person is
deleted. So what is read is byte for byte what was written, and nobody above the database knows of it.

A folded row has the number of its last event. The numbers of the others are those before it, so the last
number of a room stays the greatest, and acts, chat and clients count events as in any other room.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec
from msgspec import Raw, structs

from catanlab.framework.errors import ArgumentError
from catanlab.server.database.rows import Row

FOLDED: Final = "folded"
"""The kind of a row that holds many events."""
_LEVEL: Final = 9
_MOST_BYTES: Final = 64 * 1024 * 1024
"""The most that is unpacked: far more than the longest game, and not what a damaged row may claim."""

_decoder = msgspec.json.Decoder(list[tuple[str, Raw]])


def fold(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of one commit with those folded that no act caused: lists look for acts by rows."""
    folded: list[Row] = []
    for act, some in groupby(rows, key=lambda row: row.act):
        part = list(some)
        folded += [folded_row(part)] if act is None and len(part) > 1 else part
    return folded


def folded_row(rows: Sequence[Row]) -> Row:
    """Return one row for consecutive rows of a room; raises ArgumentError if they are none."""
    first, last = rows[0], rows[-1]
    for number, row in enumerate(rows, first.seq):
        if (row.room, row.seq, row.epoch, row.at) != (first.room, number, first.epoch, first.at):
            raise ArgumentError(f"event {row.seq} of room {row.room} cannot be folded with {first.seq}")
        if row.person is not None or row.kind == FOLDED:
            raise ArgumentError(f"event {row.seq} of room {row.room} needs a row of its own")
    events = msgspec.json.encode([(row.kind, Raw(row.body)) for row in rows])
    return structs.replace(last, kind=FOLDED, body=zlib.compress(events, _LEVEL))


def unfold(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield a row for each event; raises ValueError for a folded row that cannot be read."""
    for row in rows:
        if row.kind == FOLDED:
            yield from _unfolded(row)
        else:
            yield row


def _unfolded(row: Row) -> list[Row]:
    unpacking = zlib.decompressobj()
    try:
        events = _decoder.decode(unpacking.decompress(row.body, _MOST_BYTES))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"room {row.room}: the events up to {row.seq} cannot be read: {error}") from error
    first = row.seq - len(events) + 1
    return [
        structs.replace(row, seq=seq, kind=kind, body=bytes(body))
        for seq, (kind, body) in enumerate(events, first)
    ]

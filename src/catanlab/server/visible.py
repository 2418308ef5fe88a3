"""What everybody sees of a room: each event as each seat and the public see it, encoded once.

An audience is a seat, or the public, which comes last. Nothing here reads the state: views and what `Play` says was
seen are all there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec import Raw

from catanlab.server import wire

Audience: TypeAlias = int
"""A seat, or the number of seats for the public."""

_encoder = msgspec.json.Encoder()


class History:
    """The numbered events of a room as each audience sees them."""

    def __init__(self, seats: int) -> None:
        self.public: Audience = seats
        self._events: list[tuple[wire.Numbered, ...]] = []

    def __len__(self) -> int:
        return len(self._events)

    def add_public(self, at: int, event: wire.AnyEvent) -> None:
        """Add an event that everybody sees alike."""
        numbered = self._numbered(at, event)
        self._events.append((numbered,) * (self.public + 1))

    def add(self, at: int, events: Sequence[wire.AnyEvent | None]) -> None:
        """Add an event with a form for each audience; None is a bare number."""
        made: dict[int, wire.Numbered] = {}
        row = []
        for event in events:
            if id(event) not in made:
                made[id(event)] = self._numbered(at, event)
            row.append(made[id(event)])
        self._events.append(tuple(row))

    def _numbered(self, at: int, event: wire.AnyEvent | None) -> wire.Numbered:
        seq = len(self._events) + 1
        if event is None:
            return wire.Numbered(seq=seq)
        return wire.Numbered(seq=seq, at=at, event=Raw(_encoder.encode(event)))

    def after(self, seq: int, audience: Audience) -> tuple[wire.Numbered, ...]:
        """Return the events after a number as an audience sees them."""
        return tuple(row[audience] for row in self._events[seq:])

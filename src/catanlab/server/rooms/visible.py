"""What everybody sees of a room: each event as each seat and the public see it, encoded once.

An audience is a seat, or the public, which comes last. Nothing here reads the state: views, and the part of
a step that `Play` says was seen, are all there is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias, cast

import msgspec
from msgspec import UNSET, Raw

from catanlab.framework.moves import Move
from catanlab.games.catan.view.changes import changes
from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.table.events import Outcome, Played
from catanlab.table.play import Play
from catanlab.table.step import Step

Audience: TypeAlias = int
"""A seat, or the number of seats for the public."""

_BY = re.compile(r" by \d$")
_encoder = msgspec.json.Encoder()


class Visible:
    """The numbered events of a room, and the views of the game, as each audience sees them."""

    def __init__(self, seats: int) -> None:
        self.public: Audience = seats
        self.views: list[CatanView] = []
        """The view of each audience; none before the game begins."""
        self._events: list[wire.Numbered | tuple[wire.Numbered, ...]] = []
        """The events by audience; those that all see alike once."""

    def __len__(self) -> int:
        return len(self._events)

    def look(self, play: Play) -> None:
        """Look at a game that begins or has ended."""
        self.views = [self._view(play, audience) for audience in range(self.public + 1)]

    def _view(self, play: Play, audience: Audience) -> CatanView:
        return cast(CatanView, play.view(None if audience == self.public else audience))

    def add(self, at: int, event: wire.AnyEvent) -> None:
        """Add an event that everybody sees alike."""
        self._events.append(self._numbered(at, event))

    def add_apart(self, at: int, events: Sequence[wire.AnyEvent | None]) -> None:
        """Add an event with a form for each audience; None is a bare number."""
        made: dict[int, wire.Numbered] = {}
        for event in events:
            if id(event) not in made:
                made[id(event)] = self._numbered(at, event)
        forms = tuple(made[id(event)] for event in events)
        self._events.append(forms if len(made) > 1 else forms[0])

    def add_step(self, at: int, play: Play, step: Step, *, late: bool = False, words: str = "") -> None:
        """Add a move or an outcome, with what followed from it in the eyes of each audience."""
        events: list[wire.AnyEvent | None] = []
        shown: dict[tuple[str, bytes], wire.AnyEvent] = {}
        for audience, seen in enumerate((*step.seen, step.public)):
            assert isinstance(seen, Played | Outcome)
            before = self.views[audience]
            after = self.views[audience] = self._view(play, audience)
            changed = changes(before, after)
            text = spoken(seen.move)
            if (text, changed) not in shown:
                raw = UNSET if changed == b"{}" else Raw(changed)
                shown[text, changed] = (
                    wire.Outcome(move=text, changes=raw)
                    if isinstance(seen, Outcome)
                    else wire.Moved(seat=seen.seat, move=text, changes=raw, late=late, words=words)
                )
            events.append(shown[text, changed])
        self.add_apart(at, events)

    def _numbered(self, at: int, event: wire.AnyEvent | None) -> wire.Numbered:
        seq = len(self._events) + 1
        if event is None:
            return wire.Numbered(seq=seq)
        return wire.Numbered(seq=seq, at=at, event=Raw(_encoder.encode(event)))

    def after(self, seq: int, audience: Audience, most: int | None = None) -> tuple[wire.Numbered, ...]:
        """Return the events after a number as an audience sees them, `most` of them."""
        end = None if most is None else seq + most
        return tuple(
            forms[audience] if isinstance(forms, tuple) else forms for forms in self._events[seq:end]
        )


def spoken(move: Move) -> str:
    """Return the text of a move without the seat that it carries where seats decide out of order."""
    return _BY.sub("", str(move))

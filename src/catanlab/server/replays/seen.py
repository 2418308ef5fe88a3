"""A game seen again through somebody's eyes: each event of its log, and the view after it."""

from __future__ import annotations

from typing import Protocol, cast

import msgspec
from msgspec import UNSET, Raw

from catanlab.games.catan.game import Catan
from catanlab.games.catan.view.changes import changes
from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.visible import spoken
from catanlab.table.play import Play

_LEGAL = b'"legal":'
_encoder = msgspec.json.Encoder()


class Eyes(Protocol):
    """Through which a game is seen, one entry of its log after the other."""

    seat: int | None
    view: CatanView | None
    """What is seen now; None before the start of the game."""
    counts: bool
    """Whether there is anything to count: who sees every card need not."""

    def see(self, room: RoomState, entry: log.AnyEntry, at: int) -> wire.Numbered:
        """Return the event that the last entry of a room became."""


class SeatEyes:
    """The eyes of a seat: just what it was shown then."""

    def __init__(self, seat: int) -> None:
        self.seat: int | None = seat
        self.view: CatanView | None = None
        self.counts = True
        self._audience = seat

    def see(self, room: RoomState, entry: log.AnyEntry, at: int) -> wire.Numbered:
        """Return the event as the seat was sent it."""
        if room.play is not None:
            self.view = room.view_of(self._audience)
        [event] = room.history.after(len(room.history) - 1, self._audience)
        return event


class OpenEyes:
    """Eyes that see all hands and cards: those of a spectator of the same game with open hands."""

    def __init__(self, game: Catan) -> None:
        self.seat: int | None = None
        self.view: CatanView | None = None
        self.counts = False
        open_game = Catan(rules=game.rules.replace(open_hands=True), board=game.board).sealed()
        self._state = open_game.start()
        self._observer = open_game.observer(None)

    def see(self, room: RoomState, entry: log.AnyEntry, at: int) -> wire.Numbered:
        """Return the event with everything that was hidden."""
        seq = len(room.history)
        event: wire.AnyEvent
        match entry:
            case log.Started():
                self.view = self._observer.view()
            case log.Moved():
                move, changed = self._step(_play_of(room))
                event = wire.Moved(
                    seat=entry.seat, move=move, changes=changed, late=entry.late, words=entry.words
                )
                return _numbered(seq, at, event)
            case log.Taken():
                move, changed = self._step(_play_of(room))
                return _numbered(seq, at, wire.Moved(seat=entry.seat, move=move, changes=changed))
            case log.Outcome():
                move, changed = self._step(_play_of(room))
                return _numbered(seq, at, wire.Outcome(move=move, changes=changed))
            case log.Chosen():
                return room.history.after(seq - 1, entry.seat)[0]
        return room.history.after(seq - 1, room.public)[0]

    def _step(self, play: Play) -> tuple[str, Raw | msgspec.UnsetType]:
        """Look at the last move or outcome; return its text, and what followed from it."""
        seen = self._state.seen(play.moves[-1], None)
        self._observer.observe(seen)
        self._state.apply(play.moves[-1])
        if play.result is not None and play.state.is_over:
            self._observer.finish(play.result.winner)
        before, self.view = cast(CatanView, self.view), self._observer.view()
        changed = changes(before, self.view)
        return spoken(seen), UNSET if changed == b"{}" else Raw(changed)


def without_moves(view: CatanView) -> Raw:
    """Return a view as JSON without the moves that were open: nobody decides in a replay."""
    before, mark, _ = view.to_json().rpartition(_LEGAL)
    return Raw(before + mark + b"null}")


def _play_of(room: RoomState) -> Play:
    assert room.play is not None  # there are moves only after the start
    return room.play


def _numbered(seq: int, at: int, event: wire.AnyEvent) -> wire.Numbered:
    return wire.Numbered(seq=seq, at=at, event=Raw(_encoder.encode(event)))

"""A game rebuilt from the wire: what one seat was sent makes the very view that the server has of it.

An agent of ours needs a view with card counting and a log, which no JSON view has. The events of a room,
as a seat sees them, are all that an observer needs. What comes out is compared with every view that the
server sends: the bot and the server must agree on each byte of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, Raw

from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.text.boards import read_board
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.server import wire
from catanlab.server.rooms.shown_view import as_shown
from catanlab.table.events import Ended, Event, Outcome, Played, Proposed, Said, Seated, Withdrawn

_BY_ANY_DECIDER = frozenset({MoveKind.ACCEPT, MoveKind.REJECT, MoveKind.COUNTER, MoveKind.DISCARD})
"""Moves that carry the number of their seat where it is not the next one to be asked."""
_event: msgspec.json.Decoder[wire.AnyEvent] = msgspec.json.Decoder(wire.AnyEvent)


class RebuildError(CatanlabError):
    """The events of a room do not make the view that the server sent with them."""

    code = "rebuilt-otherwise"


class SeatGame:
    """The game of a room as one seat sees it, from all its events.

    The first event names the board. `seat` is None for a spectator.
    """

    def __init__(self, options: wire.RoomOptions, seat: int | None) -> None:
        self.options = options
        self.seat = seat
        self.game: Catan | None = None
        """The game; None before the first event."""
        self.observer: CatanObserver | None = None
        """What the seat knows; None before the game begins."""
        self.heard: list[Event] = []
        """Everything that the seat has heard since the game began, as agents hear it."""
        self.seq = 0
        """The number of the last event."""
        self.ply = 0
        """How many moves and outcomes there were."""
        self.chosen: set[int] = set()
        """The seats that have chosen discards which are still sealed."""
        self.result: wire.Ended | None = None

    def take(self, events: Iterable[wire.Numbered]) -> list[Event]:
        """Take the next events, and return what an agent hears of them; raises RebuildError for a gap."""
        first = len(self.heard)
        for numbered in events:
            if numbered.seq <= self.seq:
                continue
            if numbered.seq != self.seq + 1:
                raise RebuildError(f"event {numbered.seq} follows {self.seq}: some are missing")
            self.seq = numbered.seq
            if numbered.event is not UNSET:
                event = numbered.event
                read = _event.decode(event) if isinstance(event, Raw) else event
                try:
                    self._take(read)
                except CatanlabError as error:
                    text = f"event {numbered.seq}, {type(read).__name__.lower()}, cannot happen: {error}"
                    raise RebuildError(text) from error
        return self.heard[first:]

    def check(self, view: Raw | bytes) -> None:
        """Raise RebuildError unless the rebuilt view is the one that the server sent."""
        if self.observer is None:
            raise RebuildError(f"after event {self.seq} there is a view of a game that has not begun")
        own = as_shown(
            self.observer.view(),
            has_chosen=self.seat in self.chosen,
            counter_button=self.options.counter_button,
        )
        sent = bytes(view)
        if own != sent:
            raise RebuildError(f"after event {self.seq} {_difference(own, sent)}")

    def _take(self, event: wire.AnyEvent) -> None:
        if isinstance(event, wire.Created):
            game = Catan(rules=rules_from_text(self.options.rules, stored=True)).on(read_board(event.board))
            self.game = game.sealed()
            return
        if isinstance(event, wire.Started):
            if self.game is None:
                raise RebuildError("the game began before the room was made")
            self.observer = self.game.observer(self.seat)
            return
        if self.observer is None:
            return
        if isinstance(event, wire.Chosen):
            self.chosen.add(event.seat)
        heard = self._heard(event, self.observer)
        if heard is None:
            return
        if isinstance(heard, Played | Outcome):
            self.observer.observe(heard.move)
            self.ply += 1
            if self.observer.view().position.phase is not Phase.DISCARDING:
                self.chosen.clear()
        elif isinstance(heard, Ended) and heard.termination == "finished":
            self.observer.finish(heard.winner)
            self.chosen.clear()
        self.heard.append(heard)

    def _heard(self, event: wire.AnyEvent, observer: CatanObserver) -> Event | None:
        """Return an event as an agent hears it; None if it is not told of it."""
        match event:
            case wire.Moved():
                move = CatanMove.parse(event.move)
                if move.kind in _BY_ANY_DECIDER and observer.view().to_move != event.seat:
                    move = CatanMove.parse(f"{event.move} by {event.seat}")
                return Played(move, event.seat)
            case wire.Outcome():
                return Outcome(CatanMove.parse(event.move))
            case wire.Said() | wire.Asked():
                return Said(event.seat, event.text)
            case wire.Replied():
                return Said(event.seat, event.text) if event.text else None
            case wire.Proposed():
                return Proposed(event.seat, event.deal)
            case wire.Withdrawn():
                return Withdrawn(event.seat, event.lapsed)
            case wire.Seated():
                return Seated(event.seat, event.occupant.name)
            case wire.Ended():
                self.result = event
                return _ended(event)
            case _:
                return None


def _ended(event: wire.Ended) -> Ended:
    winner = -1 if event.winner is None else event.winner
    shares = None
    if event.termination == "finished":
        # Without a winner those with the most points share the win: the rules have a limit of turns.
        best = [seat for seat, score in enumerate(event.scores) if score == max(event.scores)]
        won = best if winner < 0 else [winner]
        shares = tuple(1.0 / len(won) if seat in won else 0.0 for seat in range(len(event.scores)))
    return Ended(winner, shares, event.scores, event.termination)


def _difference(own: bytes, sent: bytes) -> str:
    """Say where two views differ first."""
    places = (place for place, (a, b) in enumerate(zip(own, sent, strict=False)) if a != b)
    place = next(places, min(len(own), len(sent)))
    around = slice(max(0, place - 30), place + 30)
    return (
        f"the server's view has ...{sent[around].decode(errors='replace')}... "
        f"and the rebuilt one ...{own[around].decode(errors='replace')}..."
    )

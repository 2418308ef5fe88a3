"""Replays: the log of a game as frames, each like an update of the WebSocket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET, Raw, UnsetType, structs

from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.server.database.rows import ChatRow, Row
from catanlab.server.refusals import Refused
from catanlab.server.replays import shapes
from catanlab.server.replays.seen import Eyes, OpenEyes, SeatEyes, without_moves
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.seating import occupant
from catanlab.server.rooms.table_info import table_info

MOST_EVENTS = 6_000
"""The longest log of which a replay is made: every frame has a whole view."""


def make_replay(
    rows: Sequence[Row], chat: Iterable[ChatRow], eyes: shapes.Eyes, *, cut: bool = False
) -> shapes.Replay:
    """Return the replay of a log; raises Refused: too-long, no-such-seat.

    `cut` says that a record was cut, of which its moves tell nothing.
    """
    check_length(len(rows))
    film = _Film(eyes)
    room: RoomState | None = None
    for room, entry, row in RoomState.retrace(rows, rows[-1].epoch):
        film.show(room, entry, row.at)
    if room is None or room.play is None:
        raise Refused("not-begun")
    ended = room.course.ended
    scores = room.play.state.scores
    winner = None if ended is None or ended.winner < 0 else ended.winner
    seats = tuple(
        shapes.ReplaySeat(
            seat=number,
            occupant=occupant(seat),
            score=scores[number],
            won=number == winner,
            substituted=number in room.course.substituted,
        )
        for number, seat in enumerate(room.course.starters)
    )
    return shapes.Replay(
        room=room.id,
        eyes=eyes,
        rules=room.options.rules,
        board=Raw(room.game.board_json()),
        seats=seats,
        winner=winner,
        termination=termination_of(room, cut=cut),
        turns=room.position.turn_number,
        started_at=room.course.started_at,
        ended_at=room.course.ended_at,
        continues=room.continues or UNSET,
        frames=tuple(film.frames),
        chat=tuple(
            wire.ChatLine(seq=line.seq, at=line.at, person=line.person, name=line.name, text=line.text)
            for line in chat
        ),
    )


def check_length(events: int) -> None:
    """Raise Refused if a log is too long to be shown."""
    if events > MOST_EVENTS:
        raise Refused("too-long", f"the game has {events:,} events; {MOST_EVENTS:,} can be shown")


def termination_of(room: RoomState, *, cut: bool = False) -> shapes.Termination:
    """Return how a game ended."""
    if room.course.ended is not None:
        return room.course.ended.termination
    return "cut" if cut else "unfinished"


class _Film:
    """The frames of a game, as far as its log has been read."""

    def __init__(self, eyes: shapes.Eyes) -> None:
        self.frames: list[shapes.ReplayFrame] = []
        self._wanted = eyes
        self._eyes: Eyes | None = None
        self._before: list[wire.Numbered] = []
        """The events before the start, which all come with the first frame."""
        self._view: CatanView | None = None
        self._written: tuple[Raw, Raw | UnsetType] = (Raw(b"null"), UNSET)
        self._table: wire.TableInfo | None = None

    def show(self, room: RoomState, entry: log.AnyEntry, at: int) -> None:
        """Add what the last entry of a room showed."""
        eyes = self._eyes = self._eyes or _eyes(self._wanted, room)
        event = eyes.see(room, entry, at)
        if isinstance(entry, log.Rematched):  # it has the invitation to another room
            event = wire.Numbered(seq=event.seq)
        if room.play is None or eyes.view is None:
            self._before.append(event)
            return
        first = not self.frames
        view, counting = self._write(eyes)
        reasons = ("", "")
        if isinstance(entry, log.Moved) and room.options.reasons:
            reasons = entry.reason, entry.explanation if eyes.seat is None else ""
        self.frames.append(
            shapes.ReplayFrame(
                room=room.id,
                epoch=room.epoch,
                seq=event.seq,
                reset=first,
                seat=eyes.seat,
                events=(*self._before, event),
                board=Raw(room.game.board_json()) if first else UNSET,
                view=view,
                table=self._changed_table(room),
                ply=len(room.play.moves),
                counting=counting,
                reason=reasons[0],
                full_reason=reasons[1],
            )
        )
        self._before = []

    def _write(self, eyes: Eyes) -> tuple[Raw, Raw | UnsetType]:
        """Return view and counting as JSON; most talk changes neither."""
        view = eyes.view
        assert view is not None
        if view is not self._view:
            counting = Raw(view.counting_json()) if eyes.counts else UNSET
            self._view, self._written = view, (without_moves(view), counting)
        return self._written

    def _changed_table(self, room: RoomState) -> wire.TableInfo | UnsetType:
        """Return the table if it is not as before; in a replay all are there, and all was said once."""
        room.present = frozenset(seat.person for seat in room.seating.seats if seat.kind == "person")
        table = structs.replace(table_info(room, 0.0), taken_over=0)
        if table.status == "sleeping":
            table = structs.replace(table, status="playing")
        if table == self._table:
            return UNSET
        self._table = table
        return table


def _eyes(wanted: shapes.Eyes, room: RoomState) -> Eyes:
    if wanted == "everything":
        return OpenEyes(room.game)
    seat = int(wanted)
    if seat >= room.game.seats:
        raise Refused("no-such-seat")
    return SeatEyes(seat)

"""What lists and results say of a room, and what of it the database has not been told yet."""

from __future__ import annotations

import msgspec

from catanlab.server import wire
from catanlab.server.database.standing import Standing
from catanlab.server.rooms.batch import Batch
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.seating import occupant

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(wire.RoomLine)


class RoomStanding:
    """Follows a room, and tells what has changed since the database was told last."""

    def __init__(self, room: RoomState) -> None:
        self._room = room
        self._status = ""
        self._summary = b""
        self._is_known = False
        self._turn = 0

    def everything(self) -> Standing:
        """Return all that there is to tell of the room."""
        room = self._room
        self._is_known = True
        self._status, self._summary = room.status, encode_line(line_of(room))
        people = tuple(sorted(room.course.people))
        # A game that continues another is no result: it is in no list and is not rated.
        if room.course.ended is None or room.continues is not None:
            return Standing(self._status, self._summary, people)
        game, seats = room.course.game_rows(
            room.id,
            rules=room.options.rules,
            experiment=room.experiment,
            arm=room.arm,
            turns=room.position.turn_number,
        )
        return Standing(self._status, self._summary, people, game, seats)

    def change(self, batch: Batch, *, presence: bool) -> Standing | None:
        """Return what a batch has changed, and with `presence` who comes and goes; None for nothing.

        Most batches are moves, of which lists tell nothing: for them this is quick.
        """
        room = self._room
        if not self._is_known or (batch.is_seating and room.course.ended is not None):
            return self.everything()
        status = room.status
        if not (batch.is_seating or batch.people or presence or status != self._status):
            return None
        summary = encode_line(line_of(room))
        people = tuple(batch.people)
        if summary == self._summary:
            return Standing(people=people) if people else None
        self._status, self._summary = status, summary
        return Standing(status, summary, people)

    def is_next_turn(self) -> bool:
        """Say whether another turn has begun since this was asked last: this server's lists say so.

        The database is told with the next change that it has to know.
        """
        turn = self._room.position.turn_number if self._room.play else 0
        is_next, self._turn = turn != self._turn, turn
        return is_next


def line_of(room: RoomState) -> wire.RoomLine:
    """Return a room as lists show it: nothing in it is secret."""
    return wire.RoomLine(
        room=room.id,
        status=room.status,
        rules=room.options.rules,
        seats=tuple(occupant(seat) for seat in room.seating.seats),
        spectators=room.spectators,
        at=room.course.created_at,
        clocks=room.options.pace is not None,
        public=room.options.public,
        title=room.options.title,
        maker=room.maker,
        free=room.seating.free(begun=room.play is not None) if room.status != "over" else 0,
        since=room.course.started_at,
        turn=room.position.turn_number if room.play else 0,
        points=max(seat.public_points for seat in room.position.seats) if room.play else 0,
    )


def encode_line(line: wire.RoomLine) -> bytes:
    """Return a line as the database keeps it."""
    return _encoder.encode(line)


def decode_line(summary: bytes, status: str) -> wire.RoomLine:
    """Read a line that the database kept, with the status that the room has now."""
    return msgspec.structs.replace(_decoder.decode(summary), status=status)

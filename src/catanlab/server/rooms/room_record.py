"""The record of a room's game, with all that checks its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.server.dice import continuing_headers
from catanlab.server.refusals import Refused
from catanlab.server.robots.names import AGENT_HEADER
from catanlab.table.record import Record

if TYPE_CHECKING:
    from catanlab.server.rooms.room_state import RoomState


def record_of(room: RoomState) -> Record:
    """Return the record of a game that is over; raises Refused before its end."""
    play = room.play
    if play is None or not play.is_over:
        raise Refused("not-over")
    names = [seat.name or "nobody" for seat in room.seating.seats]
    headers = room.dice.headers(room.nonces, revealed=True)
    seats = enumerate(room.seating.seats)
    headers |= {f"{AGENT_HEADER}{number}": seat.agent for number, seat in seats if seat.agent}
    if room.continues is not None:
        headers |= continuing_headers(room.continues.room, room.continues.ply)
    record = Record(room.game, agents=names, seed=play.seed, headers=headers, chance=room.chance)
    for event in play.events:
        record.add(event)
    return record

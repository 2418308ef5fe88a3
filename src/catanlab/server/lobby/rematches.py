"""Rematches: one new room for everybody who follows a game that is over."""

from __future__ import annotations

import hashlib

from catanlab.server.lobby.visitors import Visitor
from catanlab.server.refusals import Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.open_rooms import OpenRooms, letters
from catanlab.server.rooms.room_host import RoomHost


async def rematch(rooms: OpenRooms, visitor: Visitor, host: RoomHost, act: str) -> None:
    """Make the room for a rematch, and tell everybody; whoever asks next gets the same room.

    If nobody came there and it was closed, another one is made. Raises Refused unless the game is over and
    the person has held a seat in it.
    """
    room = host.room
    if visitor.person not in room.course.people:
        raise Refused("not-seated")
    if room.play is None or not room.play.is_over:
        raise Refused("not-over")
    done = room.done.get((visitor.person, act))
    if done is not None:
        host.acknowledge(visitor, act, done)
        return
    number = max(0, len(room.rematches) - 1)
    while True:
        name = _room_of(room.id, number)
        try:
            made = await rooms.create_rematch(room, name, visitor.person, act, network=visitor.network)
            break
        except Refused as refused:
            if refused.code != "no-such-room":  # that one was closed
                raise
        number += 1
    rooms.left(made)
    host.rematch(visitor, act, log.Rematched(room=made.room.id, invitation=made.room.invitation))


def _room_of(room: str, number: int) -> str:
    """Return the room of a rematch: always the same one, so that it is made once."""
    return letters(hashlib.sha256(f"rematch {room} {number}".encode()).digest())

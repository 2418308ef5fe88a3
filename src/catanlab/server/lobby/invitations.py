"""Invitations to a seat: sent to people and bots who are connected, and answered by coming or declining."""

from __future__ import annotations

from collections import OrderedDict, deque

from catanlab.server import wire
from catanlab.server.lobby.visitors import Visitor, Visitors
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import Refused
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.room_host import RoomHost

MAX_OPEN = 10_000
"""How many invitations are remembered; the oldest are forgotten, and then cannot be declined."""
MAX_ACTS = 20
"""How many acts are remembered of who invites the same person again and again."""


class Invitations:
    """The open invitations, by room and who was invited: who invites, and by which acts."""

    def __init__(self, visitors: Visitors) -> None:
        self._visitors = visitors
        self._open: OrderedDict[tuple[str, str], dict[str, deque[str]]] = OrderedDict()

    def invite(self, visitor: Visitor, host: RoomHost, act: wire.Invite) -> None:
        """Invite somebody who is connected; raises Refused. Who has muted the other hears nothing of it."""
        room = host.room
        _check_may_invite(room, visitor.person)
        if act.seat is not None and room.seating.check(act.seat).kind == "person":
            raise Refused("seat-taken")
        invited = self._visitors.of(act.person)
        if not invited or act.person == visitor.person:
            raise Refused("not-here")
        waiting = self._open.setdefault((room.id, act.person), {})
        sent = waiting.setdefault(visitor.person, deque(maxlen=MAX_ACTS))
        if act.id not in sent:
            sent.append(act.id)
            frame = write(
                wire.Invited(
                    room=room.id,
                    invitation=room.invitation,
                    person=visitor.person,
                    name=visitor.name,
                    seat=act.seat,
                )
            )
            for connection in invited:
                if visitor.person not in connection.muted:
                    connection.outbox.put(frame)
        while len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)
        visitor.outbox.put(write(wire.Ack(id=act.id, room=room.id)))

    def decline(self, visitor: Visitor, room: str) -> None:
        """Decline all invitations to a room, and tell who made them; raises Refused if there is none."""
        invited_by = self._open.pop((room, visitor.person), None)
        if invited_by is None:
            raise Refused("no-invitation")
        frame = write(wire.Declined(room=room, person=visitor.person, name=visitor.name))
        for person in invited_by:
            for connection in self._visitors.of(person):
                if visitor.person not in connection.muted:
                    connection.outbox.put(frame)

    def accepted(self, person: str, room: str) -> None:
        """Forget the invitations of a person who has come."""
        self._open.pop((room, person), None)


def _check_may_invite(room: Room, person: str) -> None:
    """Raise Refused unless a person plays in the room, or made it, and its game is not over."""
    if room.seating.seat_of(person) is None and person != room.owner:
        raise Refused("not-seated")
    if room.play is not None and room.play.is_over:
        raise Refused("game-over")
